import { AppError } from '../../shared/errors.ts'
import type { Session } from './session.ts'

interface TokenUse {
  readonly signal: AbortSignal
  /** Whether a second attempt cannot do anything twice. */
  readonly mayRepeat: boolean
}

/** Runs with the token of a session. A refused token is replaced; with `mayRepeat` the call then runs once more. Throws what the session and `run` throw. */
export async function withToken<T>(
  session: Pick<Session, 'provideToken' | 'replaceToken' | 'token'>,
  { signal, mayRepeat }: TokenUse,
  run: (bearer: () => string) => Promise<T>,
): Promise<T> {
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

const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.code === 'signed-out'

/** Explains the refusal of a secret; throws any other error unchanged. */
export function throwSecretRefused(error: unknown): never {
  if (!isRefusal(error)) throw error
  throw new AppError(
    'secret-refused',
    'The service refuses the secret. This may pass; otherwise connect with a new secret in Settings → Connection.',
  )
}
