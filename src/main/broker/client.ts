import { AppError } from '../../shared/errors.ts'
import type { SessionDetails } from '../../shared/model/session.ts'
import type { Purpose } from '../../shared/model/usage.ts'
import type { Clock } from '../time/clock.ts'
import { createCaller, type Outcome } from './attempt.ts'
import type { Budget } from './budget.ts'
import { createDecoder } from './decoder.ts'
import { prepare } from './endpoint.ts'
import { table, type EndpointName, type Inputs, type Outputs } from './endpoints.ts'
import { requestFile, type FileRequest, type RequestedFile } from './file-request.ts'
import { createFileTransport, type FileResponse, type FileLimits } from './file-transport.ts'
import { SessionHold, type HoldState } from './session-hold.ts'
import { Session } from './session.ts'
import type { Network } from './network/connections.ts'
import { createTransport, type TransportLimits } from './transport.ts'
import { linkSignals } from './abortable-wait.ts'

/** The purpose of a call decides its priority; the signal ends it. */
interface CallOptions {
  readonly purpose: Purpose
  readonly signal?: AbortSignal
  /** Called right before each sending, after the request got its slot; when it throws, nothing is sent and the call fails with it. */
  readonly onSend?: () => void
}

/** The operations that others may call. Sessions are opened by the broker itself, so that no token leaves it. */
export type Operation = Exclude<EndpointName, 'openSession' | 'readSession'>

/** The service for the rest of the app. Shapes, units and sources of the results: see `endpoints.ts`. */
export interface Broker {
  /**
   * Calls an operation as soon as the budget allows. Throws an AppError: `signed-out`, `secret-refused`, `no-keychain`, `not-found`,
   * `invalid`, `rate-limited`, `unavailable`, `offline`, `bad-certificate`, `protocol` or `cancelled`. A read is repeated a few times before it fails. A cancel or the request of a
   * report is sent once; a LostResponseError says that its outcome is unknown.
   */
  call<N extends Operation>(name: N, input: Inputs[N], options: CallOptions): Promise<Outputs[N]>
  /**
   * Starts the download of a file that the service named; the signal ends the transfer too. The token goes only to the
   * service's own origin. Sent once. Throws what `call` throws, and `invalid` for an address that must not be fetched.
   */
  openFile(file: FileRequest, options: Required<Pick<CallOptions, 'purpose' | 'signal'>>): Promise<RequestedFile>
  /** The rights of the present token; `null` while there is none. */
  session(): SessionDetails | null
  /**
   * Opens a new session. Throws `signed-out` without a secret, `secret-refused` or `no-keychain` when the secret is refused or
   * cannot be read, also while the pause after such a failure lasts.
   */
  renewSession(options: CallOptions): Promise<SessionDetails>
  /** Why no session is opened for now, and until when; `null` while nothing stands in the way. */
  hold(): HoldState | null
  /** Milliseconds until a session may be opened again; 0 when it may. */
  holdLeftMs(): number
  /** A person acts, or the keyring may be open by now: the next attempt need not wait. */
  endHold(): void
  /** Drops the token. */
  forget(): void
  /** Aborts the calls in progress; every later call throws `cancelled`. */
  close(): Promise<void>
}

export interface BrokerOptions {
  /** As `parseBaseUrl` returns it. The first request waits for a promised one. */
  readonly baseUrl: URL | Promise<URL>
  /** Reads the secret; `null` without one. It is read for each renewal and not kept. */
  readonly readSecret: () => Promise<string | null>
  readonly budget: Budget
  readonly clock: Clock
  /** From 0 to 1, for the jitter of the back-off. */
  readonly random?: () => number
  readonly limits?: TransportLimits
  readonly fileLimits?: FileLimits
  /** Without it the connection is direct, with the certificates of the runtime. */
  readonly network?: Network | undefined
  readonly onOutcome?: (outcome: Outcome) => void
  /** Called when what `hold` returns has changed. */
  readonly onHold?: () => void
  /** The built `decoder-thread.ts`; without it long responses are decoded on this thread too. */
  readonly decoderThread?: string | URL
}

/** Makes a broker without a connection: the first call opens the session. */
export function createBroker(options: BrokerOptions): Broker {
  const { baseUrl, readSecret, budget, clock, random = Math.random, onOutcome = () => undefined } = options
  const transport = createTransport(baseUrl, clock, options.limits, options.network)
  const files = createFileTransport(clock, options.fileLimits, options.network)
  const decoder = createDecoder(options.decoderThread ?? null, clock)
  const call = createCaller({ transport, decoder, budget, clock, random, onOutcome })
  const closing = new AbortController()
  const hold = new SessionHold(clock, random, options.onHold ?? (() => undefined))
  const session = new Session(
    {
      readSecret,
      open: (secret, purpose, signal) =>
        call('openSession', { secret }, { purpose, signal, hidden: [secret] }).catch((error: unknown) => {
          throw secretRefused(error)
        }),
      read: (token, purpose, signal) =>
        call('readSession', { token }, { purpose, signal, hidden: [token] }).catch((error: unknown) => {
          throw secretRefused(error)
        }),
    },
    clock,
    hold,
  )

  /** Runs with a token. When the token is refused, it is renewed; with `mayRepeat` the call runs again, once. */
  async function withToken<T>(signal: AbortSignal, mayRepeat: boolean, run: (bearer: () => string) => Promise<T>) {
    await session.provideToken(signal)
    const sent: { token: string | null } = { token: null }
    // Looked up when the request is sent: the token may have been renewed while the request waited for its slot.
    const bearer = (): string => {
      sent.token = session.token
      if (sent.token === null) throw new AppError('signed-out', 'The session was closed')
      return sent.token
    }
    try {
      return await run(bearer)
    } catch (error) {
      if (sent.token === null || !isRefusal(error)) throw error
      await session.replaceToken(sent.token, signal)
      if (!mayRepeat)
        throw new AppError(
          'unavailable',
          'The session had expired and nothing was done. A new session is open: try again.',
        )
      return await run(bearer).catch((again: unknown) => {
        // The session is good, so this is not about the secret.
        throw isRefusal(again) ? new AppError('unavailable', `${again.message}, although it has just opened it`) : again
      })
    }
  }

  async function openOwnFile(url: URL, bearer: string, purpose: Purpose, signal: AbortSignal): Promise<FileResponse> {
    const lease = await budget.acquire(purpose, 'downloadReport', signal)
    try {
      const response = await files.open(url, bearer, signal)
      if (response.status === 429) budget.penalize()
      if (response.status !== 401) return response
      response.discard()
      throw new AppError('signed-out', 'The service does not accept the session')
    } finally {
      lease.release()
    }
  }

  async function whileOpen<T>(signal: AbortSignal | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const linked = linkSignals(signal, closing.signal)
    try {
      if (linked.signal.aborted) throw new AppError('cancelled', 'The request was cancelled')
      return await run(linked.signal)
    } finally {
      linked.unlink()
    }
  }

  return {
    async call(name, input, options) {
      prepare(table[name], input)
      return whileOpen(options.signal, (signal) =>
        withToken(signal, table[name].retry, (bearer) => {
          const { purpose, onSend } = options
          return call(name, input, { purpose, signal, bearer, onSend })
        }),
      )
    },
    openFile: async (file, { purpose, signal }) =>
      requestFile(file, {
        baseUrl: await baseUrl,
        openOwn: (url) => withToken(signal, true, (bearer) => openOwnFile(url, bearer(), purpose, signal)),
        openElsewhere: (url) => files.open(url, null, signal),
      }),
    session: () => session.details,
    renewSession: ({ purpose, signal }) => whileOpen(signal, (linked) => session.renew(purpose, linked)),
    hold: () => hold.state,
    holdLeftMs: () => hold.leftMs,
    endHold: () => hold.end(),
    forget: () => session.forget(),
    close() {
      closing.abort()
      session.forget()
      return Promise.all([transport.close(), files.close(), decoder.close()]).then(() => undefined)
    },
  }
}

const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.code === 'signed-out'

const secretRefused = (error: unknown): unknown =>
  isRefusal(error)
    ? new AppError(
        'secret-refused',
        'The service refuses the secret. This may pass; otherwise connect with a new secret in Settings → Connection.',
      )
    : error
