/**
 * What rpc needs of a schema library: parse one value or say what is wrong with it. `Given` is what may be sent, where
 * parsing fills in defaults; libraries tell it by the types of Standard Schema.
 */
export interface Schema<T, Given = T> {
  readonly '~standard'?: {
    readonly types?: { readonly input: Given; readonly output: T } | undefined
  }
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } }
}

export interface CallSpec<Input, Output, Given = Input> {
  readonly type: 'call'
  readonly input: Schema<Input, Given>
  readonly output: Schema<Output, unknown>
}

export interface StreamSpec<Input, Item, Given = Input> {
  readonly type: 'stream'
  readonly input: Schema<Input, Given>
  readonly item: Schema<Item, unknown>
}

/** One request, one answer within a second; longer work returns a job. */
export function call<Input, Output, Given = Input>(spec: {
  input: Schema<Input, Given>
  output: Schema<Output, unknown>
}): CallSpec<Input, Output, Given> {
  return { type: 'call', ...spec }
}

/** One request, any number of items until it ends or is cancelled. */
export function stream<Input, Item, Given = Input>(spec: {
  input: Schema<Input, Given>
  item: Schema<Item, unknown>
}): StreamSpec<Input, Item, Given> {
  return { type: 'stream', ...spec }
}

// biome-ignore lint/suspicious/noExplicitAny: the table holds every input and output type at once
export type Contract = Readonly<Record<string, CallSpec<any, any, any> | StreamSpec<any, any, any>>>

export type CallName<C extends Contract> = {
  // biome-ignore lint/suspicious/noExplicitAny: matches every call of the table
  [K in keyof C]: C[K] extends CallSpec<any, any, any> ? K : never
}[keyof C] &
  string
export type StreamName<C extends Contract> = {
  // biome-ignore lint/suspicious/noExplicitAny: matches every stream of the table
  [K in keyof C]: C[K] extends StreamSpec<any, any, any> ? K : never
}[keyof C] &
  string

// biome-ignore lint/suspicious/noExplicitAny: only the input position is read
export type InputOf<Spec> = Spec extends CallSpec<infer I, any, any> | StreamSpec<infer I, any, any>
  ? I
  : never
/** What a client may send: what the input's schema reads, defaults left out. */
export type GivenOf<Spec> = Spec extends { readonly input: Schema<infer _Input, infer Given> }
  ? Given
  : never
// biome-ignore lint/suspicious/noExplicitAny: only the output position is read
export type OutputOf<Spec> = Spec extends CallSpec<any, infer O, any> ? O : never
// biome-ignore lint/suspicious/noExplicitAny: only the item position is read
export type ItemOf<Spec> = Spec extends StreamSpec<any, infer T, any> ? T : never

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
