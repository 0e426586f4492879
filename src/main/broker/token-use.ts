import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Session } from './session.ts'

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
export async function withToken<T>(
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
    if (!mayRepeat) throw new AppError('unavailable', m.errors_the_session_had_expired_and_nothing_was)
    return await run(bearer).catch((secondError: unknown) => {
      // The session has just been opened, so the secret is valid.
      throw isRefusal(secondError)
        ? new AppError('unavailable', () =>
            m.errors_message_although_it_has_just_opened_it({ message: secondError.message }),
          )
        : secondError
    })
  }
}

const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.code === 'signed-out'

/** Explains the refusal of a secret; throws any other error unchanged. */
export function throwSecretRefused(error: unknown): never {
  if (!isRefusal(error)) throw error
  throw new AppError('secret-refused', m.errors_the_service_refuses_the_secret_this_may)
}
