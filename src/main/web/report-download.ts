import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The id in `/reports/<id>`; `null` for any other path. */
export const reportIdOf = (path: string): string | null => /^\/reports\/([\w-]{1,64})$/.exec(path)?.[1] ?? null

/** Sends a file as a download, never for display: its content must not run with the rights of our own pages. */
export async function sendDownload(response: ServerResponse, path: string): Promise<void> {
  const { size } = await stat(path)
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': size,
    'content-disposition': `attachment; filename="${basename(path).replace(/[^\w.() -]/g, '_')}"`,
  })
  await pipeline(createReadStream(path), response)
}
