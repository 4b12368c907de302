import { resolve } from 'node:path'

/** An absolute path as the user meant it: npm runs scripts in the project's folder and tells where it was called. */
export function userPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path)
}
