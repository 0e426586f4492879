import type { Clock } from '../clock.ts'
import { createAskedThread } from '../threads/asked-thread.ts'
import { decodeBody } from './decode-body.ts'
import { table, type EndpointName, type Inputs, type Outputs } from './endpoints.ts'

/** Reads the bodies of answers. */
export interface Decoder {
  /** `body` is the decoder's from then on. Throws `protocol` for what cannot be read, `cancelled` once it is closed. */
  decode<N extends EndpointName>(name: N, body: Uint8Array, input: Inputs[N]): Promise<Outputs[N]>
  close(): Promise<void>
}

/** What the decoder's thread is asked. */
export type DecoderTask = {
  readonly [N in EndpointName]: { readonly name: N; readonly body: Uint8Array; readonly input: Inputs[N] }
}[EndpointName]

/** Some 200 transactions: a millisecond or two. */
const longBytes = 64 * 1024
const maxYoungGenerationSizeMb = 16
/** Long answers come in long rows of them, and then not for a day. */
const idleMs = 20_000

/** Decodes long bodies in a thread, so that nobody waits for them. `file` is the built `decoder-thread.ts`; null: all is done here. */
export function createDecoder(file: string | URL | null, clock: Clock): Decoder {
  if (file === null) return { decode: async (...of) => decodeBody(...of), close: async () => undefined }
  const rest = { clock, idleMs }
  const thread = createAskedThread<DecoderTask>({ file, maxYoungGenerationSizeMb, name: 'The connection', rest })
  return {
    async decode<N extends EndpointName>(name: N, body: Uint8Array, input: Inputs[N]): Promise<Outputs[N]> {
      // What is asked without a token carries the secret or the token itself.
      if (table[name].auth === 'none' || body.byteLength < longBytes) return decodeBody(name, body, input)
      const { buffer } = body
      const moved = buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength ? [buffer] : []
      // What `decodeBody` returned there, cloned.
      return (await thread.ask({ name, body, input } as DecoderTask, moved)) as Outputs[N]
    },
    close: () => thread.close('at once'),
  }
}
