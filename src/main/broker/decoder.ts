import { isBoundedJson } from '#shared/bounded-json.ts'
import { secondMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { errorText } from '#shared/text/errors/error-text.ts'
import { keepText, keptText } from '#shared/text/kept-text.ts'
import { wrap } from '../threads/wrap.ts'
import type { Clock } from '../time/clock.ts'
import { answerLimits, AnswerTooLargeError, longerThan, notBounded } from './answer-limits.ts'
import { table, type EndpointName, type Inputs, type Outputs } from './endpoints.ts'
import { observe, type Observed } from './wire/observed.ts'

/** Decodes the bodies of responses. */
export interface Decoder {
  /**
   * Takes ownership of `body`. Tells what the response lacks, also if it cannot be read. Throws `protocol` if it cannot
   * be read, and `cancelled` after `close`.
   */
  decode<N extends EndpointName>(
    name: N,
    body: Uint8Array,
    input: Inputs[N],
    tell?: (observed: Observed) => void,
  ): Promise<Outputs[N]>
  close(): Promise<void>
}

type DecoderTask = {
  readonly [N in EndpointName]: { readonly name: N; readonly body: Uint8Array; readonly input: Inputs[N] }
}[EndpointName]

/** About 200 transactions, which take one or two milliseconds. */
const longBytes = 64 * 1024
/** More rows than a short answer has. Thousands of small rows that cannot be read take as long as a megabyte of others. */
const longRows = 400
const resourceLimits = { maxYoungGenerationSizeMb: 16 }
/** The thread stops after this time without a task. Long responses come in series, often a day apart. */
const idleMs = 20 * secondMs

/**
 * Creates a decoder that decodes long bodies in a worker thread. `file` is the built `decoder.thread.ts`; with `null`
 * this thread decodes everything.
 */
export function createDecoder(file: string | URL | null, clock: Clock): Decoder {
  if (file === null) return { decode: async (...task) => decodeHere(...task), close: async () => undefined }
  const rest = { clock, idleMs }
  const thread = wrap<typeof decoderHandlers>({ file, resourceLimits, subject: 'connection', rest })
  return {
    async decode<N extends EndpointName>(
      name: N,
      body: Uint8Array,
      input: Inputs[N],
      tell: (observed: Observed) => void = ignore,
    ): Promise<Outputs[N]> {
      // Responses to requests without a token contain a token, and these requests contain the secret or the token: they
      // stay on this thread. Their limit is as long.
      const isShort = body.byteLength < longBytes && isBoundedJson(body, longRows)
      if (table[name].auth === 'none' || isShort) return decodeHere(name, body, input, tell)
      const { buffer } = body
      const moved = buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength ? [buffer] : []
      const task = { name, body, input } as DecoderTask
      const { observed, decoded } = await thread.askMoving(moved, 'decode', task)
      tell(observed)
      if (decoded.ok) return decoded.output as Outputs[N]
      const message = (): string => keptText(decoded.message)
      throw decoded.isTooLarge ? new AnswerTooLargeError(message) : new AppError('protocol', message)
    },
    close: () => thread.close('now'),
  }
}

const ignore: (observed: Observed) => void = () => undefined

const decodeHere = <N extends EndpointName>(
  name: N,
  body: Uint8Array,
  input: Inputs[N],
  tell: (observed: Observed) => void = ignore,
): Outputs[N] => observe(() => decodeBody(name, body, input), tell)

/** What the thread sends: the cloned result of `decodeBody` or its error, and what the response lacks. */
interface ThreadResult {
  readonly observed: Observed
  readonly decoded:
    | { readonly ok: true; readonly output: unknown }
    | { readonly ok: false; readonly message: string; readonly isTooLarge: boolean }
}

/** The functions of the decoder thread. */
export const decoderHandlers = { decode: decodeInThread }

/** Throws what is not a fault of the response. */
function decodeInThread({ name, body, input }: DecoderTask): ThreadResult {
  let observed: Observed = { unreadable: [], absent: [], unknownValues: [] }
  const tell = (noted: Observed): void => void (observed = noted)
  try {
    const output = decodeHere(name, body, input, tell)
    return { observed, decoded: { ok: true, output } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isTooLarge = error instanceof AnswerTooLargeError
    return { observed, decoded: { ok: false, message: keepText(() => errorText(error)), isTooLarge } }
  }
}

/**
 * Decodes the body of a successful response (JSON in UTF-8) into the model of the app. Throws `protocol` if it cannot
 * be read, and an AnswerTooLargeError if it is over the limits of the operation; the error does not contain the body.
 */
export function decodeBody<N extends EndpointName>(name: N, body: Uint8Array, input: Inputs[N]): Outputs[N] {
  const { bytes, rows } = answerLimits[name]
  if (body.byteLength > bytes) throw longerThan(bytes)
  if (!isBoundedJson(body, rows)) throw notBounded()
  return table[name].decode(parse(readText(body)), input)
}

function readText(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new AppError('protocol', m.errors_response_not_text)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message would quote the response.
    throw new AppError('protocol', m.errors_response_not_json)
  }
}
