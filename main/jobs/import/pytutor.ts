import type { Importer } from './importer.ts'
export async function importPyTutor(_path: string, _importer: Importer): Promise<void> {}
