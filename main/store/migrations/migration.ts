/**
 * One step of the schema: statements that bring a file from the version before to this one. Once a version with it
 * has gone out its text never changes, comments included: files are compared with it when they are opened.
 */
export interface Migration {
  /** `NNNN-what-it-does`; NNNN is the `user_version` it leads to. */
  readonly name: string
  readonly sql: string
}
