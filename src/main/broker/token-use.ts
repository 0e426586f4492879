import { m } from '../../shared/messages/messages.js'
import { AppError } from '../../shared/errors.ts'
import type { Session } from './session.ts'

interface TokenUse {
  readonly signal: AbortSignal
  /** Whether a second attempt has no second effect. */
  readonly mayRepeat: boolean
}

/**
 * Calls `run` with the token of a session. If the service refuses the token, it is replaced; with `mayRepeat` the call then runs once
 * more. Throws what the session and `run` throw.
 */
export async function withToken<T>(
  session: Pick<Session, 'provideToken' | 'replaceToken' | 'token'>,
  { signal, mayRepeat }: TokenUse,
  run: (bearer: () => string) => Promise<T>,
): Promise<T> {
  await session.provideToken(signal)
  const sent: { token: string | null } = { token: null }
  // Read when the request is sent, because the token may have been renewed while the request waited for its slot.
  const bearer = (): string => {
    sent.token = session.token
    if (sent.token === null) throw new AppError('signed-out', m.errors_the_session_was_closed())
    return sent.token
  }
  try {
    return await run(bearer)
  } catch (error) {
    if (sent.token === null || !isRefusal(error)) throw error
    await session.replaceToken(sent.token, signal)
    if (!mayRepeat) throw new AppError('unavailable', m.errors_the_session_had_expired_and_nothing_was())
    return await run(bearer).catch((again: unknown) => {
      // The session is valid, so the secret is not the reason.
      throw isRefusal(again)
        ? new AppError('unavailable', m.errors_message_although_it_has_just_opened_it({ message: again.message }))
        : again
    })
  }
}

const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.code === 'signed-out'

/** Explains the refusal of a secret; throws any other error unchanged. */
export function throwSecretRefused(error: unknown): never {
  if (!isRefusal(error)) throw error
  throw new AppError('secret-refused', m.errors_the_service_refuses_the_secret_this_may())
}
