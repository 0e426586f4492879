/** What goes wrong with a request. */
export type Fault =
  /** Answers with this status; a body that is no text is sent as JSON. `takesEffect`: the request is carried out first. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown; readonly takesEffect?: boolean }
  /** Waits, by the demo's clock, then goes on. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Never answers. */
  | { readonly kind: 'silence'; readonly takesEffect?: boolean }
  /** Destroys the connection. */
  | { readonly kind: 'reset'; readonly takesEffect?: boolean }
  /** Promises the whole body, sends half of it and hangs up. */
  | { readonly kind: 'cut' }
  /** A body that is not JSON, with the right status. */
  | { readonly kind: 'malformed'; readonly text?: string }
  /** So many megabytes of well-formed JSON. */
  | { readonly kind: 'oversized'; readonly megabytes: number }
  /** Ends every session, then goes on. */
  | { readonly kind: 'revoke-tokens' }

/** Which requests a fault hits: all that are not named otherwise, `times` of them, by default without end. */
export interface FaultMatch {
  readonly method?: string
  /** The whole path, decoded, or a pattern in it. */
  readonly path?: string | RegExp
  readonly times?: number
}

interface SetFault {
  readonly match: FaultMatch
  readonly fault: Fault
  left: number
}

/** How the switchboard reaches the server. */
export interface FaultLevers {
  readonly goDown: () => Promise<void>
  readonly comeUp: () => Promise<void>
  readonly revokeTokens: () => void
}

/** The switchboard of what shall go wrong, for tests. */
export class Faults {
  readonly #levers: FaultLevers
  #set: SetFault[] = []

  constructor(levers: FaultLevers) {
    this.#levers = levers
  }

  /** Several faults may hit one request, in the order in which they were set, as far as the first that answers. */
  set(match: FaultMatch, fault: Fault): void {
    this.#set.push({ match, fault, left: match.times ?? Infinity })
  }

  clear(): void {
    this.#set = []
  }

  /** Takes the faults that hit this request; each counts once against its `times`. */
  take(method: string, path: string): readonly Fault[] {
    const taken: Fault[] = []
    for (const entry of this.#set) {
      if (entry.left <= 0 || !hits(entry.match, method, path)) continue
      entry.left--
      taken.push(entry.fault)
      if (entry.fault.kind !== 'delay' && entry.fault.kind !== 'revoke-tokens') break
    }
    this.#set = this.#set.filter(({ left }) => left > 0)
    return taken
  }

  /** Ends every session now. */
  revokeTokens(): void {
    this.#levers.revokeTokens()
  }

  /** Stops listening and breaks all connections. */
  goDown(): Promise<void> {
    return this.#levers.goDown()
  }

  /** Listens again on the same port. */
  comeUp(): Promise<void> {
    return this.#levers.comeUp()
  }
}

const hits = ({ method, path }: FaultMatch, actualMethod: string, actualPath: string): boolean =>
  (method === undefined || method === actualMethod) &&
  (path === undefined ||
    (typeof path === 'string'
      ? path === actualPath
      : new RegExp(path.source, path.flags.replace(/[gy]/g, '')).test(actualPath)))
