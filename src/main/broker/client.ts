import { AppError } from '../../shared/errors.ts'
import type { SessionDetails } from '../../shared/model/session.ts'
import type { Purpose } from '../../shared/model/usage.ts'
import type { Clock } from '../clock.ts'
import { createAsker, type Outcome } from './ask.ts'
import type { Budget } from './budget.ts'
import { createDecoder } from './decoder.ts'
import { prepare } from './endpoint.ts'
import { table, type EndpointName, type Inputs, type Outputs } from './endpoints.ts'
import { requestFile, type FileRequest, type RequestedFile } from './file-request.ts'
import { createFileTransport, type FileAnswer, type FileLimits } from './file-transport.ts'
import { Session } from './session.ts'
import { createTransport, type TransportLimits } from './transport.ts'
import { linkSignals } from './wait.ts'

/** For whom a call is made, and when it is no longer wanted. */
interface CallOptions {
  readonly purpose: Purpose
  readonly signal?: AbortSignal
  /** Told right before each sending, once its turn has come; when it throws, nothing is sent and the call fails with it. */
  readonly onSend?: () => void
}

/** The operations that may be called; sessions are the broker's own matter, so that no token leaves it. */
export type Operation = Exclude<EndpointName, 'openSession' | 'readSession'>

/** The service, as the rest of the product knows it. */
export interface Broker {
  /**
   * Asks once the budget allows it. Throws an AppError: `signed-out`, `not-found`, `invalid`, `rate-limited`, `unavailable`,
   * `offline`, `protocol` or `cancelled`. Reads are repeated a few times before they fail; a cancel or the request of a
   * report is sent once; a LostAnswerError says that its outcome is unknown.
   */
  call<N extends Operation>(name: N, input: Inputs[N], options: CallOptions): Promise<Outputs[N]>
  /**
   * Begins to fetch a file that the service named; the signal ends the transfer too. The token goes to the service's own
   * origin alone. Sent once; throws as `call` does, and `invalid` for an address that is not fetched.
   */
  openFile(file: FileRequest, options: Required<Pick<CallOptions, 'purpose' | 'signal'>>): Promise<RequestedFile>
  /** What the present token is good for; null while there is none. */
  session(): SessionDetails | null
  /** Opens a session anew. Throws `signed-out` where the secret is missing or refused. */
  renewSession(options: CallOptions): Promise<SessionDetails>
  /** Drops the token. */
  forget(): void
  /** Gives up what is under way; every call throws `cancelled` from then on. */
  close(): Promise<void>
}

export interface BrokerOptions {
  /** As `parseBaseUrl` reads it. One still to come is waited for by the first request. */
  readonly baseUrl: URL | Promise<URL>
  /** Where the secret is kept; null without one. It is read for each renewal and not kept. */
  readonly readSecret: () => Promise<string | null>
  readonly budget: Budget
  readonly clock: Clock
  /** From 0 to 1, for the jitter of the back-off. */
  readonly random?: () => number
  readonly limits?: TransportLimits
  readonly fileLimits?: FileLimits
  readonly onOutcome?: (outcome: Outcome) => void
  /** The built `decoder-thread.ts`; without it long answers are read on this thread too. */
  readonly decoderThread?: string | URL
}

/** Connects nothing yet: the first call opens the session. */
export function createBroker(options: BrokerOptions): Broker {
  const { baseUrl, readSecret, budget, clock, random = Math.random, onOutcome = () => undefined } = options
  const transport = createTransport(baseUrl, clock, options.limits)
  const files = createFileTransport(clock, options.fileLimits)
  const decoder = createDecoder(options.decoderThread ?? null, clock)
  const ask = createAsker({ transport, decoder, budget, clock, random, onOutcome })
  const closing = new AbortController()
  const session = new Session(
    {
      readSecret,
      open: (secret, purpose, signal) =>
        ask('openSession', { secret }, { purpose, signal, hidden: [secret] }).catch((error: unknown) => {
          throw secretRefused(error)
        }),
      read: (token, purpose, signal) => ask('readSession', { token }, { purpose, signal, hidden: [token] }),
    },
    clock,
  )

  /** Runs with a token, and where the token was refused and `mayRepeat` says so once more with a new one. */
  async function withToken<T>(signal: AbortSignal, mayRepeat: boolean, run: (bearer: () => string) => Promise<T>) {
    await session.provideToken(signal)
    const sent: { token: string | null } = { token: null }
    // Looked up when the request is sent: the token may have been renewed while it waited for its turn.
    const bearer = (): string => {
      sent.token = session.token
      if (sent.token === null) throw new AppError('signed-out', 'The session was closed')
      return sent.token
    }
    try {
      return await run(bearer)
    } catch (error) {
      if (sent.token === null || !(error instanceof AppError) || error.code !== 'signed-out') throw error
      await session.replaceToken(sent.token, signal)
      if (!mayRepeat)
        throw new AppError('unavailable', 'The session had ended, so nothing was done. It is renewed now: try again.')
      return await run(bearer)
    }
  }

  async function openOwnFile(url: URL, bearer: string, purpose: Purpose, signal: AbortSignal): Promise<FileAnswer> {
    const lease = await budget.acquire(purpose, 'downloadReport', signal)
    try {
      const answer = await files.open(url, bearer, signal)
      if (answer.status === 429) budget.penalize()
      if (answer.status !== 401) return answer
      answer.discard()
      throw new AppError('signed-out', 'The service does not accept the session')
    } finally {
      lease.release()
    }
  }

  async function whileOpen<T>(signal: AbortSignal | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const either = linkSignals(signal, closing.signal)
    try {
      if (either.signal.aborted) throw new AppError('cancelled', 'The request was cancelled')
      return await run(either.signal)
    } finally {
      either.unlink()
    }
  }

  return {
    async call(name, input, options) {
      prepare(table[name], input)
      return whileOpen(options.signal, (either) =>
        withToken(either, table[name].retry, (bearer) => {
          const { purpose, onSend } = options
          return ask(name, input, { purpose, signal: either, bearer, onSend })
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
    renewSession: ({ purpose, signal }) => whileOpen(signal, (either) => session.renew(purpose, either)),
    forget: () => session.forget(),
    close() {
      closing.abort()
      session.forget()
      return Promise.all([transport.close(), files.close(), decoder.close()]).then(() => undefined)
    },
  }
}

const secretRefused = (error: unknown): unknown =>
  error instanceof AppError && error.code === 'signed-out'
    ? new AppError(
        'signed-out',
        'The service refuses the secret. Connect again with a valid one under Settings → Connection.',
      )
    : error
