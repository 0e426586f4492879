import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { jsonReply, type HttpReply } from './dispatch.ts'
import type { Fault } from './faults.ts'
import { errorBody } from './routes/route.ts'

/** The faults that replace the reply. */
export type ReplacingFault = Exclude<Fault, { readonly kind: 'delay' | 'revoke-tokens' }>

/** Sends a whole reply. */
export function sendReply(response: ServerResponse, { status, contentType, text }: HttpReply): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

/** Replies as the fault says; `handle` runs the request with its effects. Returns the status sent, or null when none was. */
export async function sendFault(
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

/** Well-formed JSON, mostly blanks; stops when the client hangs up. */
async function sendLarge(response: ServerResponse, megabytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  const blanks = Buffer.alloc(1024 * 1024, ' ')
  response.write('{"padding":[')
  for (let sent = 0; sent < megabytes && !response.destroyed; sent++) {
    if (!response.write(blanks)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  response.end(']}')
}
