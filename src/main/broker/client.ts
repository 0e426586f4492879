import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { SessionDetails } from '#shared/model/app/connection.ts'
import type { Purpose } from '#shared/model/app/usage.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import type { Clock } from '../time/clock.ts'
import { linkSignals, sharedAbort } from './abortable-wait.ts'
import type { Broker, CallOptions, FileOptions, Operation } from './broker.ts'
import type { Budget } from './budget/budget.ts'
import { createDecoder } from './decoder.ts'
import { prepare } from './endpoint.ts'
import { table, type Inputs, type Outputs } from './endpoints.ts'
import { requestFile, type FileRequest, type RequestedFile } from './file-request.ts'
import { FileTransport, type FileResponse, type FileLimits } from './file-transport.ts'
import type { Network } from './network/connections.ts'
import { createCaller, type Outcome } from './retrying-call.ts'
import { SessionHold, type HoldState } from './session-hold.ts'
import { Session } from './session.ts'
import { createTransport, type TransportLimits } from './transport.ts'

interface TokenUse {
  readonly signal: AbortSignal
  /** Whether the call may be sent twice without a second effect. */
  readonly mayRepeat: boolean
}

/**
 * Calls `run` with the token of the session. If the service refuses the token, it is replaced, and with `mayRepeat`
 * `run` is called once more. Throws the errors of the session and of `run`, and `unavailable` if the new token is
 * refused too or the call may not be repeated.
 */
async function withToken<T>(
  session: Pick<Session, 'provideToken' | 'replaceToken' | 'token'>,
  { signal, mayRepeat }: TokenUse,
  run: (bearer: () => string) => Promise<T>,
): Promise<T> {
  await session.provideToken(signal)
  const sent: { token: string | null } = { token: null }
  // Read at the time of sending: the token may be renewed while the request waits for its slot.
  const bearer = (): string => {
    sent.token = session.token
    if (sent.token === null) throw new AppError('signed-out', m.errors_the_session_was_closed)
    return sent.token
  }
  try {
    return await run(bearer)
  } catch (error) {
    if (sent.token === null || !isRefusal(error)) throw error
    await session.replaceToken(sent.token, signal)
    if (!mayRepeat) throw new AppError('unavailable', m.errors_session_expired)
    return await run(bearer).catch((secondError: unknown) => {
      // The session has just been opened, so the secret is valid.
      throw isRefusal(secondError)
        ? new AppError('unavailable', () =>
            m.errors_message_although_it_has_just_opened_it({ message: errorText(secondError) }),
          )
        : secondError
    })
  }
}

const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.code === 'signed-out'

/** Explains the refusal of a secret; throws any other error unchanged. */
function throwSecretRefused(error: unknown): never {
  if (!isRefusal(error)) throw error
  throw new AppError('secret-refused', m.errors_the_service_refuses_the_secret_this_may)
}

export interface BrokerOptions {
  /** The result of `parseBaseUrl`. If it is a promise, the first request waits for it. */
  readonly baseUrl: URL | Promise<URL>
  /** Reads the secret; `null` without one. It is read for each renewal and not kept. */
  readonly readSecret: () => Promise<string | null>
  readonly budget: Budget
  readonly clock: Clock
  /** Returns a number from 0 to 1, for the jitter of the back-off. */
  readonly random?: () => number
  readonly limits?: TransportLimits
  readonly fileLimits?: FileLimits
  /** If absent, the connection is direct and uses the certificates of the runtime. */
  readonly network?: Network | undefined
  readonly onOutcome?: (outcome: Outcome) => void
  /** Called when the result of `hold` changes. */
  readonly onHold?: () => void
  /** The built `decoder.thread.ts`. If absent, this thread decodes long responses too. */
  readonly decoderThread?: string | URL
}

/** Creates a broker without a connection: the first call opens the session. */
export const createBroker = (options: BrokerOptions): Broker => new ServiceClient(options)

class ServiceClient implements Broker {
  readonly #baseUrl: BrokerOptions['baseUrl']
  readonly #budget: Budget
  readonly #transport
  readonly #files
  readonly #decoder
  readonly #call
  readonly #session: Session
  readonly #hold: SessionHold
  readonly #closing = sharedAbort()

  constructor(options: BrokerOptions) {
    const { baseUrl, budget, clock, random = Math.random, onOutcome = () => undefined } = options
    this.#baseUrl = baseUrl
    this.#budget = budget
    this.#transport = createTransport(baseUrl, clock, options.limits, options.network)
    this.#files = new FileTransport(clock, options.fileLimits, options.network)
    this.#decoder = createDecoder(options.decoderThread ?? null, clock)
    this.#call = createCaller({ transport: this.#transport, decoder: this.#decoder, budget, clock, random, onOutcome })
    this.#hold = new SessionHold(clock, random, options.onHold ?? (() => undefined))
    this.#session = new Session(
      {
        readSecret: options.readSecret,
        open: (secret, purpose, signal) =>
          this.#call('openSession', { secret }, { purpose, signal, hidden: [secret] }).catch(throwSecretRefused),
        read: (token, purpose, signal) =>
          this.#call('readSession', { token }, { purpose, signal, hidden: [token] }).catch(throwSecretRefused),
      },
      clock,
      this.#hold,
    )
  }

  async call<N extends Operation>(name: N, input: Inputs[N], options: CallOptions): Promise<Outputs[N]> {
    prepare(table[name], input)
    return this.#whileOpen(options.signal, (signal) =>
      withToken(this.#session, { signal, mayRepeat: table[name].retry }, (bearer) => {
        const { purpose, onSend, maxAttempts } = options
        return this.#call(name, input, { purpose, signal, bearer, onSend, maxAttempts })
      }),
    )
  }

  async openFile(file: FileRequest, { purpose, signal }: FileOptions): Promise<RequestedFile> {
    return requestFile(file, {
      baseUrl: await this.#baseUrl,
      openOwn: (url) =>
        withToken(this.#session, { signal, mayRepeat: true }, (bearer) =>
          this.#openOwnFile(url, bearer(), purpose, signal),
        ),
      openForeign: (url) => this.#files.open(url, null, signal),
    })
  }

  session(): SessionDetails | null {
    return this.#session.details
  }

  renewSession({ purpose, signal }: CallOptions): Promise<SessionDetails> {
    return this.#whileOpen(signal, (linked) => this.#session.renew(purpose, linked))
  }

  hold(): HoldState | null {
    return this.#hold.state
  }

  holdLeftMs(): number {
    return this.#hold.leftMs
  }

  endHold(): void {
    this.#hold.end()
  }

  forget(): void {
    this.#session.forget()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#session.forget()
    await Promise.all([this.#transport.close(), this.#files.close(), this.#decoder.close()])
  }

  async #openOwnFile(url: URL, bearer: string, purpose: Purpose, signal: AbortSignal): Promise<FileResponse> {
    const lease = await this.#budget.acquire(purpose, 'downloadReport', signal)
    try {
      const response = await this.#files.open(url, bearer, signal)
      if (response.status === 429) this.#budget.penalize()
      if (response.status !== 401) return response
      response.discard()
      throw new AppError('signed-out', m.errors_the_service_does_not_accept_the_session)
    } finally {
      lease.release()
    }
  }

  async #whileOpen<T>(signal: AbortSignal | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const linked = linkSignals(signal, this.#closing.signal)
    try {
      if (linked.signal.aborted) throw new AppError('cancelled', m.broker_the_request_was_cancelled)
      return await run(linked.signal)
    } finally {
      linked.unlink()
    }
  }
}
