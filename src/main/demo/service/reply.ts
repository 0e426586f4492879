import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { jsonReply, type Reply } from './dispatch.ts'
import type { Fault } from './faults.ts'
import { errorBody } from './http.ts'

/** The faults that are the answer, in place of the right one. */
export type FinalFault = Exclude<Fault, { readonly kind: 'delay' | 'revoke-tokens' }>

/** Sends an answer whole. */
export function send(response: ServerResponse, { status, contentType, text }: Reply): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

/**
 * Answers as a fault wants it; `carryOut` makes the right answer, with its effects.
 * Returns the status that was sent, or null when none was.
 */
export async function sendFault(
  response: ServerResponse,
  fault: FinalFault,
  carryOut: () => Reply,
): Promise<number | null> {
  switch (fault.kind) {
    case 'status': {
      if (fault.takesEffect === true) carryOut()
      const { body = errorBody(fault.status, 'A fault of the demo') } = fault
      send(
        response,
        typeof body === 'string' ? { ...jsonReply(fault.status, null), text: body } : jsonReply(fault.status, body),
      )
      return fault.status
    }
    case 'silence':
      if (fault.takesEffect === true) carryOut()
      return null
    case 'reset':
      if (fault.takesEffect === true) carryOut()
      response.socket?.resetAndDestroy()
      return null
    case 'cut':
      return sendHalf(response, carryOut())
    case 'malformed': {
      const reply = carryOut()
      send(response, {
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

function sendHalf(response: ServerResponse, { status, contentType, text }: Reply): number {
  const bytes = Buffer.from(text)
  response.writeHead(status, { 'content-type': contentType, 'content-length': bytes.length })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy())
  return status
}

/** Well-formed JSON, most of it blanks; stops when the other side hangs up. */
async function sendLarge(response: ServerResponse, megabytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  const blanks = Buffer.alloc(1024 * 1024, ' ')
  response.write('{"padding":[')
  for (let sent = 0; sent < megabytes && !response.destroyed; sent++) {
    if (!response.write(blanks)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  response.end(']}')
}
