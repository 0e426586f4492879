/** One request as the demo saw it: never its body, nor what a header held. */
export interface LoggedRequest {
  readonly at: number
  readonly method: string
  /** Decoded. */
  readonly path: string
  readonly query: string
  /** Whether an Authorization header came with it. */
  readonly hadAuthorization: boolean
  /** Null while, or because, it is not answered. */
  readonly status: number | null
}

const requestsKept = 20_000

/** The latest requests. */
export class RequestLog {
  readonly #onAnswer: ((request: LoggedRequest) => void) | undefined
  #requests: { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] }[] = []

  constructor(onAnswer?: (request: LoggedRequest) => void) {
    this.#onAnswer = onAnswer
  }

  /** Notes a request; the returned function adds the status it was answered with. */
  add(request: Omit<LoggedRequest, 'status'>): (status: number) => void {
    const entry = { ...request, status: null as number | null }
    this.#requests.push(entry)
    if (this.#requests.length > requestsKept * 1.1) this.#requests = this.#requests.slice(-requestsKept)
    return (status) => {
      entry.status = status
      this.#onAnswer?.({ ...entry })
    }
  }

  list(): readonly LoggedRequest[] {
    return this.#requests.slice(-requestsKept).map((request) => ({ ...request }))
  }
}
