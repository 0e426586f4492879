import { m } from '../../shared/messages/messages.js'
import { secondMs } from '../../shared/durations.ts'
import type { Clock } from '../time/clock.ts'
import { createThreadClient } from '../threads/thread-client.ts'
import { table, type EndpointName, type Inputs, type Outputs } from './endpoints.ts'
import { AppError } from '../../shared/errors.ts'

/** Decodes the bodies of responses. */
export interface Decoder {
  /** Takes ownership of `body`. Throws `protocol` if it cannot be read, and `cancelled` after `close`. */
  decode<N extends EndpointName>(name: N, body: Uint8Array, input: Inputs[N]): Promise<Outputs[N]>
  close(): Promise<void>
}

/** A task of the decoder thread. */
export type DecoderTask = {
  readonly [N in EndpointName]: { readonly name: N; readonly body: Uint8Array; readonly input: Inputs[N] }
}[EndpointName]

/** About 200 transactions, which take one or two milliseconds. */
const longBytes = 64 * 1024
const maxYoungGenerationSizeMb = 16
/** The thread stops after this time without a task. Long responses come in series, often a day apart. */
const idleMs = 20 * secondMs

/**
 * Creates a decoder that decodes long bodies in a worker thread. `file` is the built `decoder-thread.ts`; with `null`
 * this thread decodes everything.
 */
export function createDecoder(file: string | URL | null, clock: Clock): Decoder {
  if (file === null) return { decode: async (...task) => decodeBody(...task), close: async () => undefined }
  const rest = { clock, idleMs }
  const thread = createThreadClient<DecoderTask>({ file, maxYoungGenerationSizeMb, subject: 'connection', rest })
  return {
    async decode<N extends EndpointName>(name: N, body: Uint8Array, input: Inputs[N]): Promise<Outputs[N]> {
      // Responses to requests without a token contain a token, and these requests contain the secret or the token: they
      // stay on this thread.
      if (table[name].auth === 'none' || body.byteLength < longBytes) return decodeBody(name, body, input)
      const { buffer } = body
      const moved = buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength ? [buffer] : []
      // The cloned result of `decodeBody` in the thread.
      return (await thread.ask({ name, body, input } as DecoderTask, moved)) as Outputs[N]
    },
    close: () => thread.close('now'),
  }
}

/**
 * Decodes the body of a successful response (JSON in UTF-8) into the model of the app. Throws `protocol` if it cannot
 * be read; the error does not contain the body.
 */
export function decodeBody<N extends EndpointName>(name: N, body: Uint8Array, input: Inputs[N]): Outputs[N] {
  return table[name].decode(parse(readText(body)), input)
}

function readText(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new AppError('protocol', m.errors_the_service_sent_a_response_that_is)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message would quote the response.
    throw new AppError('protocol', m.errors_the_service_sent_a_response_that_is_2)
  }
}
