/** One request as the demo received it, without its body and without header values. */
export interface LoggedRequest {
  readonly at: number
  readonly method: string
  /** Decoded. */
  readonly path: string
  readonly query: string
  /** Whether it had an Authorization header. */
  readonly hadAuthorization: boolean
  /** Null until it is answered; stays null when it never is. */
  readonly status: number | null
}

const maxRequests = 20_000

/** The latest requests, for tests. */
export class RequestLog {
  readonly #onAnswer: ((request: LoggedRequest) => void) | undefined
  #requests: { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] }[] = []

  constructor(onAnswer?: (request: LoggedRequest) => void) {
    this.#onAnswer = onAnswer
  }

  /** Adds a request; the returned function sets the status of its reply. */
  add(request: Omit<LoggedRequest, 'status'>): (status: number) => void {
    const entry = { ...request, status: null as number | null }
    this.#requests.push(entry)
    if (this.#requests.length > maxRequests * 1.1) this.#requests = this.#requests.slice(-maxRequests)
    return (status) => {
      entry.status = status
      this.#onAnswer?.({ ...entry })
    }
  }

  list(): readonly LoggedRequest[] {
    return this.#requests.slice(-maxRequests).map((request) => ({ ...request }))
  }
}
