import { once } from 'node:events'
import type { ServerResponse, IncomingMessage } from 'node:http'
import type { World } from '../world/world.ts'
import { endpointOf, jsonReply, type HttpReply, handleRequest, type AccessLog } from './dispatch.ts'
import type { Fault, Faults } from './faults.ts'
import { errorBody, Refusal } from './routes/route.ts'

/** The faults that replace the reply. */
type ReplacingFault = Exclude<Fault, { readonly kind: 'delay' | 'revoke-tokens' }>

/** Sends a whole reply. */
function sendReply(response: ServerResponse, { status, contentType, text }: HttpReply): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

/** Replies as the fault says; `handle` runs the request with its effects. Returns the status sent, or null when none was. */
async function sendFault(
  response: ServerResponse,
  fault: ReplacingFault,
  handle: () => HttpReply,
): Promise<number | null> {
  switch (fault.kind) {
    case 'status': {
      if (fault.takesEffect === true) handle()
      const { body = errorBody(fault.status, 'A fault set in the demo') } = fault
      sendReply(
        response,
        typeof body === 'string' ? { ...jsonReply(fault.status, null), text: body } : jsonReply(fault.status, body),
      )
      return fault.status
    }
    case 'silence':
      if (fault.takesEffect === true) handle()
      return null
    case 'reset':
      if (fault.takesEffect === true) handle()
      response.socket?.resetAndDestroy()
      return null
    case 'cut':
      return sendHalf(response, handle())
    case 'malformed': {
      const reply = handle()
      sendReply(response, {
        ...reply,
        text: fault.text ?? `${reply.text.slice(0, Math.max(1, Math.floor(reply.text.length / 2)))}<`,
      })
      return reply.status
    }
    case 'oversized':
      await sendLarge(response, fault.megabytes)
      return 200
  }
}

function sendHalf(response: ServerResponse, { status, contentType, text }: HttpReply): number {
  const bytes = Buffer.from(text)
  response.writeHead(status, { 'content-type': contentType, 'content-length': bytes.length })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy())
  return status
}

/** Well-formed JSON that is mostly spaces; stops when the client hangs up. */
async function sendLarge(response: ServerResponse, megabytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  const blanks = Buffer.alloc(1024 * 1024, ' ')
  response.write('{"padding":[')
  for (let sent = 0; sent < megabytes && !response.destroyed; sent++) {
    if (!response.write(blanks)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  response.end(']}')
}

interface DemoContext {
  readonly world: World
  readonly faults: Faults
  readonly log: AccessLog
  /** The demo's own address, with which the addresses of report files start. */
  readonly origin: string
}

/** Answers one HTTP request: logs it, applies the rate limit and the faults that match it, then calls its route. */
export async function answerRequest(
  { world, faults, log, origin }: DemoContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers, url = '/' } = request
  const [rawPath = '/', search = ''] = url.split(/\?(.*)/s)
  const segments = splitPath(rawPath)
  const path = segments === null ? rawPath : `/${segments.join('/')}`
  const { authorization } = headers
  const logStatus = log.add({
    at: world.clock.now(),
    method,
    path,
    query: search,
    hadAuthorization: authorization !== undefined,
  })
  const send = (reply: HttpReply): void => {
    logStatus(reply.status)
    sendReply(response, reply)
  }
  if (!world.rateLimit.admit()) return send(jsonReply(429, errorBody(429, 'Too Many Requests')))
  const bodyText = await readBody(request).catch((error: unknown) => error)
  const fault = await applyFaults(world, faults.take(method, path, endpointOf(method, segments ?? [])))
  if (segments === null) return send(jsonReply(400, errorBody(400, 'The path cannot be decoded')))
  if (bodyText instanceof Refusal) return send(jsonReply(400, errorBody(400, bodyText.message)))
  if (typeof bodyText !== 'string') return (response.destroy(), undefined)
  const handle = () =>
    handleRequest(world, { method, segments, query: new URLSearchParams(search), authorization, bodyText, origin })
  if (fault === null) return send(handle())
  const status = await sendFault(response, fault, handle)
  if (status !== null) logStatus(status)
}

/** Applies the faults that match a request; returns the one that replaces its reply, if any. */
async function applyFaults(world: World, faults: readonly Fault[]): Promise<ReplacingFault | null> {
  for (const fault of faults) {
    if (fault.kind === 'delay') await new Promise<void>((resolve) => world.clock.after(fault.ms, resolve))
    else if (fault.kind === 'revoke-tokens') world.tokens.revokeAll()
    else return fault
  }
  return null
}

const maxBodyBytes = 64 * 1024

/** Reads a request's body; throws Refusal for a large one. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) throw new Refusal(400, 'The body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Splits and decodes a path; null for one that cannot be decoded. */
function splitPath(path: string): readonly string[] | null {
  try {
    return path.split('/').slice(1).map(decodeURIComponent)
  } catch {
    return null
  }
}
