/** What rpc needs of a schema library: parse one value or say what is wrong with it. */
export interface Schema<T> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } }
}

export interface CallSpec<Input, Output> {
  readonly type: 'call'
  readonly input: Schema<Input>
  readonly output: Schema<Output>
}

export interface StreamSpec<Input, Item> {
  readonly type: 'stream'
  readonly input: Schema<Input>
  readonly item: Schema<Item>
}

/** One request, one answer within a second; longer work returns a job. */
export function call<Input, Output>(spec: {
  input: Schema<Input>
  output: Schema<Output>
}): CallSpec<Input, Output> {
  return { type: 'call', ...spec }
}

/** One request, any number of items until it ends or is cancelled. */
export function stream<Input, Item>(spec: {
  input: Schema<Input>
  item: Schema<Item>
}): StreamSpec<Input, Item> {
  return { type: 'stream', ...spec }
}

// biome-ignore lint/suspicious/noExplicitAny: the table holds every input and output type at once
export type Contract = Readonly<Record<string, CallSpec<any, any> | StreamSpec<any, any>>>

export type CallName<C extends Contract> = {
  // biome-ignore lint/suspicious/noExplicitAny: matches every call of the table
  [K in keyof C]: C[K] extends CallSpec<any, any> ? K : never
}[keyof C] &
  string
export type StreamName<C extends Contract> = {
  // biome-ignore lint/suspicious/noExplicitAny: matches every stream of the table
  [K in keyof C]: C[K] extends StreamSpec<any, any> ? K : never
}[keyof C] &
  string

// biome-ignore lint/suspicious/noExplicitAny: only the input position is read
export type InputOf<Spec> = Spec extends CallSpec<infer I, any> | StreamSpec<infer I, any>
  ? I
  : never
// biome-ignore lint/suspicious/noExplicitAny: only the output position is read
export type OutputOf<Spec> = Spec extends CallSpec<any, infer O> ? O : never
// biome-ignore lint/suspicious/noExplicitAny: only the item position is read
export type ItemOf<Spec> = Spec extends StreamSpec<any, infer T> ? T : never

/** First problem of a failed parse as one sentence naming the place. */
export function describeIssues(
  what: string,
  issues: readonly { path: PropertyKey[]; message: string }[],
): string {
  const first = issues[0]
  if (first === undefined) return `${what} is not valid.`
  const place = first.path.length > 0 ? ` at ${first.path.map(String).join('.')}` : ''
  return `${what} is not valid${place}: ${first.message}`
}
