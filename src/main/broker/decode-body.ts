import { AppError } from '../../shared/errors.ts'
import { table, type EndpointName, type Inputs, type Outputs } from './endpoints.ts'

/** Decodes the body of a successful response (JSON in UTF-8) into our model. Throws `protocol`, without repeating the body, when it cannot be read. */
export function decodeBody<N extends EndpointName>(name: N, body: Uint8Array, input: Inputs[N]): Outputs[N] {
  return table[name].decode(parse(readText(body)), input)
}

function readText(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new AppError('protocol', 'The service sent a response that is not text')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message would quote the response.
    throw new AppError('protocol', 'The service sent a response that is not JSON')
  }
}
