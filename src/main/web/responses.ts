import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseBoundedJson } from '#shared/bounded-json.ts'
import type { Reply, ReplyForm } from '#shared/client.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { errorText } from '#shared/text/errors/error-text.ts'
import type { Dispatch } from '../api/dispatch.ts'
import type { EventBus } from '../api/events.ts'
import { contentSecurityPolicy, readRendererFile } from '../host/static-files.ts'

const maxRequestBytes = 1024 * 1024
/** Of events that a page has not read yet. */
const maxBufferedBytes = 1024 * 1024

/** The headers of every response. */
export function setHeaders(response: ServerResponse): void {
  response.setHeader('content-security-policy', contentSecurityPolicy)
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'no-referrer')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  response.setHeader('cache-control', 'no-store')
}

/** Sends plain text. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(`${text}\n`)
}

/** Sends a value as JSON. */
export function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

/** Sends a file of the built renderer. */
export async function sendFile(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  if (request.method !== 'GET') return sendText(response, 405, 'Only GET is allowed')
  const file = await readRendererFile(folder, path === '/' ? '/index.html' : path)
  if (file === null) return sendText(response, 404, m.web_page_not_found())
  response.writeHead(200, { 'content-type': file.type })
  response.end(file.body)
}

/** Sends the file of a report, or 404 with the reason; 423 while the app is locked. */
export async function sendReport(
  reportPath: (id: string) => string,
  id: string,
  response: ServerResponse,
): Promise<void> {
  try {
    await sendDownload(response, () => reportPath(id))
  } catch (error) {
    if (!(error instanceof AppError) || response.headersSent) throw error
    sendText(response, error.code === 'locked' ? 423 : 404, errorText(error))
  }
}

/** Sends a file as a download, never for display: its content must not run with the rights of our own pages. */
async function sendDownload(response: ServerResponse, readPath: () => string): Promise<void> {
  const { size } = await stat(readPath())
  // Again, because the app may have been locked meanwhile.
  const path = readPath()
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': size,
    'content-disposition': `attachment; filename="${basename(path).replace(/[^\w.() -]/g, '_')}"`,
  })
  await pipeline(createReadStream(path), response)
}

/** Sends events as server-sent events until the page disconnects. A page that reads too slowly is disconnected: it reloads its data when it reconnects. */
export function openEventStream(response: ServerResponse, events: Pick<EventBus, 'listen'>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  const stop = events.listen((topic, payload) => {
    response.write(`data: ${JSON.stringify({ topic, payload })}\n\n`)
    if (response.writableLength > maxBufferedBytes) response.destroy()
  })
  response.on('close', stop)
}

/** Runs a request of a window and sends its result. */
export async function dispatchRequest(
  dispatch: Dispatch,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') return sendText(response, 405, 'Send requests with POST')
  const call = parseRequest(await readBody(request))
  const reply: Reply =
    call === null
      ? { ok: false, code: 'invalid-request', message: 'The body must be JSON: {"method", "params"}' }
      : await dispatch(call.method, call.params, call.form)
  sendJson(response, reply)
}

/** The text of a body; `null` if it is too long. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxRequestBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseRequest(body: string | null): { method: unknown; params: unknown; form: ReplyForm } | null {
  try {
    const value: unknown = parseBoundedJson(body ?? '')
    if (typeof value !== 'object' || value === null || !('method' in value)) return null
    const form = 'form' in value && value.form === 'columns' ? value.form : 'values'
    return { method: value.method, params: 'params' in value ? value.params : undefined, form }
  } catch {
    return null
  }
}
