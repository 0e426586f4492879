import type { IncomingMessage, ServerResponse } from 'node:http'
import type { World } from '../world/world.ts'
import { handleRequest, jsonReply, type HttpReply } from './dispatch.ts'
import type { Faults } from './faults.ts'
import { sendFault, sendReply, type ReplacingFault } from './reply.ts'
import type { RequestLog } from './request-log.ts'
import { errorBody, Refusal } from './routes/route.ts'

interface AnswerContext {
  readonly world: World
  readonly faults: Faults
  readonly log: RequestLog
  /** The demo's own address, with which the addresses of report files start. */
  readonly origin: string
}

/** Answers one HTTP request: logs it, applies the rate limit and the faults that match it, then calls its route. */
export async function answerRequest(
  { world, faults, log, origin }: AnswerContext,
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
  const fault = await applyFaults(world, faults, method, path)
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
async function applyFaults(world: World, faults: Faults, method: string, path: string): Promise<ReplacingFault | null> {
  for (const fault of faults.take(method, path)) {
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
