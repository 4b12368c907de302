import type { Importer } from './importer.ts'
export async function importCwm(_path: string, _importer: Importer): Promise<void> {}
