import type { Token, World } from '../../world/world.ts'

/** One request, as a route sees it. */
export interface Call {
  readonly world: World
  /** A named part of the path. */
  readonly param: (name: string) => string
  readonly query: URLSearchParams
  /** The parsed JSON body; undefined without one. */
  readonly body: unknown
  /** The demo's own address. */
  readonly origin: string
}

/** One endpoint. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** `/v1/assets/:symbol`. */
  readonly path: string
  /** Open routes refuse the bearer header; all others require it. */
  readonly isOpen?: boolean
  readonly handle: (call: Call) => unknown
}

/** A reply that is text instead of JSON. */
export class TextReply {
  readonly contentType: string
  readonly text: string
  readonly status: number
  constructor(contentType: string, text: string, status = 200) {
    this.contentType = contentType
    this.text = text
    this.status = status
  }
}

const grpcCodes: ReadonlyMap<number, number> = new Map([
  [400, 3],
  [401, 16],
  [403, 7],
  [404, 5],
  [429, 8],
  [500, 13],
  [503, 14],
  [504, 4],
])

/** Thrown by a route to reply with an error status. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: number

  constructor(status: number, message: string, code = grpcCodes.get(status) ?? 2) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The service's Error message. */
export const errorBody = (status: number, message: string, code = grpcCodes.get(status) ?? 2): object => ({
  code,
  message,
  details: [],
})

/** The token of an Authorization header. */
export function bearerOf(header: string | undefined, find: (text: string) => Token | null): Token {
  if (header === undefined) throw new Refusal(401, 'Missing auth token')
  const token = find(/^Bearer (\S+)$/i.exec(header)?.[1] ?? '')
  if (token === null) throw new Refusal(401, 'Token is invalid or malformed. See: /docs/rest/#authservice_auth')
  return token
}
