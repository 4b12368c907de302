/** One step of the schema: statements that bring a file from the version before to this one. */
export interface Migration {
  /** `NNNN-what-it-does`; NNNN is the `user_version` it leads to. */
  readonly name: string
  readonly sql: string
}
