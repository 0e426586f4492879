import type { SessionDetails } from '#shared/model/app/connection.ts'
import type { Purpose } from '#shared/model/app/usage.ts'
import type { EndpointName, Inputs, Outputs } from './endpoints.ts'
import type { FileRequest, RequestedFile } from './file-request.ts'
import type { HoldState } from './session-hold.ts'

/** The purpose of a call decides its priority. The signal aborts the call. */
export interface CallOptions {
  readonly purpose: Purpose
  readonly signal?: AbortSignal
  /** How often a read is sent at most; by default four times. */
  readonly maxAttempts?: number
  /**
   * Called after the request has its slot and directly before each sending. If it throws, nothing is sent and the call
   * fails with the same error.
   */
  readonly onSend?: () => void
}

/** Both are required: the transfer of a file may take long. */
export type FileOptions = Required<Pick<CallOptions, 'purpose' | 'signal'>>

/** The operations that other modules may call. The broker opens sessions itself, so that no token leaves it. */
export type Operation = Exclude<EndpointName, 'openSession' | 'readSession'>

/** The access of the app to the service. Shapes, units and sources of the results: see `endpoints.ts`. */
export interface Broker {
  /**
   * Calls an operation as soon as the budget allows. Throws an AppError: `signed-out`, `secret-refused`, `no-keychain`,
   * `not-found`, `invalid`, `rate-limited`, `unavailable`, `offline`, `bad-certificate`, `protocol` or `cancelled`. A
   * read is repeated a few times before it fails. A cancel and the request of a report are sent once; a
   * LostResponseError means that the outcome is unknown.
   */
  call<N extends Operation>(name: N, input: Inputs[N], options: CallOptions): Promise<Outputs[N]>
  /**
   * Starts the download of a file whose address the service stated. The signal also aborts the transfer. The token goes
   * only to the service's own origin. The request is sent once. Throws the errors of `call`, and `invalid` for an
   * address that must not be fetched.
   */
  openFile(file: FileRequest, options: FileOptions): Promise<RequestedFile>
  /** The rights of the current token; `null` without a token. */
  session(): SessionDetails | null
  /**
   * Opens a new session. Throws `signed-out` without a secret, `secret-refused` if the service refuses it, and
   * `no-keychain` if it cannot be read. During the pause after such a failure it throws the same error again.
   */
  renewSession(options: CallOptions): Promise<SessionDetails>
  /** Why no session can be opened now, and until when; `null` if one can be opened. */
  hold(): HoldState | null
  /** Milliseconds until a session may be opened again; 0 if it may be opened now. */
  holdLeftMs(): number
  /**
   * Ends the pause: the next attempt is allowed at once. Call it after an action of the user, or when the keyring may
   * be open.
   */
  endHold(): void
  /** Discards the token. */
  forget(): void
  /** Aborts the calls in progress; every later call throws `cancelled`. */
  close(): Promise<void>
}
