import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { plainResponse, SECURITY_HEADERS } from './http-headers.ts'

/** The only types we serve; a file of another kind in the folder is not served at all. */
const MIME: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

interface PackagedFile {
  readonly path: string
  readonly type: string
  readonly cache: string
}

/**
 * Files of the built page by URL path, null when there is none. A request is looked up here and never
 * becomes a file path.
 */
function listFiles(folder: string): ReadonlyMap<string, PackagedFile> | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  const files = new Map<string, PackagedFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = MIME[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const url = `/${relative(folder, path).split(sep).join('/')}`
    // Vite puts a hash of the content into the names under assets/.
    const cache = url.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache'
    files.set(url, { path, type, cache })
  }
  const page = files.get('/index.html')
  if (page !== undefined) files.set('/', page)
  return files
}

/**
 * Serves the built page in `folder` as it was at the first request: GET and HEAD of a listed file, 404 for
 * any other path, 405 for any other method, 503 while nothing is built.
 */
export function createStaticFiles(folder: string): (request: Request) => Promise<Response> {
  let listed: ReadonlyMap<string, PackagedFile> | null = null
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plainResponse(405, 'Only GET is answered here.')
    }
    listed ??= listFiles(folder)
    if (listed === null) return plainResponse(503, 'The page is not built; run "npm run build".')
    const file = listed.get(new URL(request.url).pathname)
    if (file === undefined) return plainResponse(404, 'There is no such file.')
    const body = await readFile(file.path).catch(() => null)
    if (body === null) {
      return plainResponse(404, 'The file was removed since the workbench started; start it again.')
    }
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: {
        ...SECURITY_HEADERS,
        'Cache-Control': file.cache,
        'Content-Length': String(body.byteLength),
        'Content-Type': file.type,
      },
    })
  }
}
