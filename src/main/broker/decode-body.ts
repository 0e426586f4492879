import { AppError } from '../../shared/errors.ts'
import { table, type EndpointName, type Inputs, type Outputs } from './endpoints.ts'

/** Reads the body of a successful answer, in our terms. Throws `protocol` for what cannot be read, without repeating it. */
export function decodeBody<N extends EndpointName>(name: N, body: Uint8Array, input: Inputs[N]): Outputs[N] {
  return table[name].decode(parse(readText(body)), input)
}

function readText(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new AppError('protocol', 'The service sent bytes that are not text')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message would quote the answer.
    throw new AppError('protocol', 'The service sent an answer that is not JSON')
  }
}
