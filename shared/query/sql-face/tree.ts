export interface SqlName {
  readonly name: string
  /** In double quotes: as it is, whatever its letters. */
  readonly isQuoted: boolean
  readonly position: number
  readonly end: number
}

/** `SELECT what FROM path AS alias WHERE condition`. */
export interface SqlSelect {
  readonly what: SqlNode | '*'
  readonly from: readonly SqlName[]
  readonly alias: SqlName | null
  readonly where: SqlNode | null
  readonly position: number
  readonly end: number
}

type At<T> = T & { readonly position: number; readonly end: number }

/** The SQL that is read, as written. */
export type SqlNode = At<
  | { readonly is: 'literal'; readonly value: number | string | boolean | null }
  | { readonly is: 'path'; readonly names: readonly SqlName[] }
  | { readonly is: 'call'; readonly name: string; readonly given: readonly (SqlNode | '*')[] }
  | { readonly is: 'unary'; readonly operator: 'not' | '-'; readonly of: SqlNode }
  | {
      readonly is: 'binary'
      /** `and or = is < <= > >= + - * / like glob regexp`; `<>` is `not` of `=`. */
      readonly operator: string
      readonly left: SqlNode
      readonly right: SqlNode
    }
  | { readonly is: 'in'; readonly of: SqlNode; readonly items: readonly SqlNode[] }
  | {
      readonly is: 'between'
      readonly of: SqlNode
      readonly low: SqlNode
      readonly high: SqlNode
    }
  | { readonly is: 'exists'; readonly select: SqlSelect }
  | { readonly is: 'select'; readonly select: SqlSelect }
>
