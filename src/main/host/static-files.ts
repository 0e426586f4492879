import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** A file of the built renderer with its media type; `null` when there is none. Never reads outside `root`. */
export async function readRendererFile(root: string, path: string): Promise<{ body: Buffer; type: string } | null> {
  const type = types[extname(path)]
  const file = normalize(join(root, path))
  if (type === undefined || path.includes('\0') || !file.startsWith(root + sep)) return null
  try {
    return { body: await readFile(file), type }
  } catch {
    return null
  }
}

/** The content security policy of both hosts: a window loads only the app's own files. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
