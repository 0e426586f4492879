import { endpointForm, routes } from './dispatch.ts'
import { errorBody } from './routes/route.ts'

/** A failure of the service that a test sets. */
export type Fault =
  /** Replies with this status; a body that is not text is sent as JSON. `takesEffect`: the request is carried out first. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown; readonly takesEffect?: boolean }
  /** Waits by the demo's clock, then continues. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Never replies. */
  | { readonly kind: 'silence'; readonly takesEffect?: boolean }
  /** Destroys the connection. */
  | { readonly kind: 'reset'; readonly takesEffect?: boolean }
  /** Announces the whole length, sends half of the body and hangs up. */
  | { readonly kind: 'cut' }
  /** A body that is not JSON, with the right status. */
  | { readonly kind: 'malformed'; readonly text?: string }
  /** This many megabytes of well-formed JSON. */
  | { readonly kind: 'oversized'; readonly megabytes: number }
  /** Ends every session, then continues. */
  | { readonly kind: 'revoke-tokens' }

/** Which requests a fault applies to: those that fit all fields, `times` in number, by default without limit. */
export interface FaultMatch {
  readonly method?: string
  /** The whole decoded path, or a pattern that it contains. */
  readonly path?: string | RegExp
  /** Method and path as the contract has them: `GET /v1/assets/{symbol}`. */
  readonly endpoint?: string
  readonly times?: number
}

interface SetFault {
  readonly match: FaultMatch
  readonly fault: Fault
  left: number
}

/** What faults do to the server as a whole. */
export interface ServerControls {
  readonly goDown: () => Promise<void>
  readonly comeUp: () => Promise<void>
  readonly revokeTokens: () => void
}

/** The faults that are set at the moment, for tests. */
export class Faults {
  readonly #server: ServerControls
  #set: SetFault[] = []

  constructor(server: ServerControls) {
    this.#server = server
  }

  /** Several faults can apply to one request, in the order they were set, up to the first that replaces the reply. */
  set(match: FaultMatch, fault: Fault): void {
    this.#set.push({ match, fault, left: match.times ?? Infinity })
  }

  /** Refuses an endpoint of the contract, until `clear`. Throws for one that the demo does not have. */
  refuse(endpoint: string, status: number, message: string): void {
    const isKnown = routes.some(({ method, path }) => endpointForm(`${method} ${path}`) === endpointForm(endpoint))
    if (!isKnown) throw new Error(`The demo has no ${endpoint}`)
    this.set({ endpoint }, { kind: 'status', status, body: errorBody(status, message) })
  }

  clear(): void {
    this.#set = []
  }

  /** The faults that apply to this request; each uses up one of its `times`. */
  take(method: string, path: string, endpoint: string | null): readonly Fault[] {
    const taken: Fault[] = []
    for (const entry of this.#set) {
      if (entry.left <= 0 || !matches(entry.match, method, path, endpoint)) continue
      entry.left--
      taken.push(entry.fault)
      if (entry.fault.kind !== 'delay' && entry.fault.kind !== 'revoke-tokens') break
    }
    this.#set = this.#set.filter(({ left }) => left > 0)
    return taken
  }

  /** Ends every session now. */
  revokeTokens(): void {
    this.#server.revokeTokens()
  }

  /** Stops listening and breaks all connections. */
  goDown(): Promise<void> {
    return this.#server.goDown()
  }

  /** Listens again on the same port. */
  comeUp(): Promise<void> {
    return this.#server.comeUp()
  }
}

const matches = (
  { method, path, endpoint }: FaultMatch,
  actualMethod: string,
  actualPath: string,
  actualEndpoint: string | null,
): boolean =>
  (method === undefined || method === actualMethod) &&
  (endpoint === undefined || endpointForm(endpoint) === actualEndpoint) &&
  (path === undefined ||
    (typeof path === 'string'
      ? path === actualPath
      : new RegExp(path.source, path.flags.replace(/[gy]/g, '')).test(actualPath)))
