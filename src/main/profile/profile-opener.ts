import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Profile } from '#shared/model/app/connection.ts'
import { profileName } from '#shared/text/connection-words.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { parseBaseUrl } from '../broker/base-url.ts'
import type { DemoSize } from '../demo/data/account-plans.ts'
import type { AnswerShape } from '../demo/world/world.ts'
import type { RunningProfile } from './opening/open-profile.ts'
import { demoProfileOf, profileOf, type Profiles } from './profile-registry.ts'
import type { SignIn } from './sign-in.ts'

type How = { readonly isCacheDamaged: boolean }

interface ProfileOpenerOptions<T> {
  readonly profiles: Pick<Profiles, 'list' | 'rememberOpen'>
  /** Throws when the profile cannot be opened; then all its parts are closed. */
  readonly open: (profile: Profile, how?: How) => Promise<T>
  /** Shows the user the reason why another profile than the chosen one is open. */
  readonly notify: (message: string) => void
  readonly logFault: (where: string, error: unknown) => void
}

/** Opens profiles. If a profile cannot be opened, it opens another one or the demo. */
export class ProfileOpener<T = RunningProfile> {
  readonly #options: ProfileOpenerOptions<T>

  constructor(options: ProfileOpenerOptions<T>) {
    this.#options = options
  }

  /** Opens a profile. The next start opens it too. Throws what `open` throws. */
  readonly open = async (profile: Profile, how?: How): Promise<T> => {
    const { profiles, open, logFault } = this.#options
    const opened = await open(profile, how)
    try {
      profiles.rememberOpen(profile)
    } catch (error) {
      // On a full disk the profile is open, but the next start opens the previous one.
      logFault('the note of the open profile', error)
    }
    return opened
  }

  /** Opens this profile, or another one when that fails. */
  async openFirst(profile: Profile): Promise<T> {
    try {
      return await this.open(profile)
    } catch (error) {
      return this.openFallback(profile, error)
    }
  }

  /**
   * Opens the first of the other profiles that can be opened, the demo before services. The next start tries the failed profile
   * again. Throws `error` when there is none.
   */
  readonly openFallback = async (failed: Profile, error: unknown): Promise<T> => {
    const { profiles, open, notify, logFault } = this.#options
    logFault('the opening of a profile', error)
    for (const other of profiles.list().filter(({ id }) => id !== failed.id)) {
      try {
        const opened = await open(other)
        notify(describeFallback(failed, error, other))
        return opened
      } catch (fault) {
        logFault('the opening of a profile', fault)
      }
    }
    throw error
  }
}

function describeFallback(failed: Profile, error: unknown, opened: Profile): string {
  const reason = error instanceof AppError ? errorText(error) : m.errors_internal()
  return m.errors_failed_reason_open_now_opened({ failed: profileName(failed), reason, opened: profileName(opened) })
}

/** The profile options of the command line. */
interface NamedProfile {
  readonly connection?: { readonly baseUrl: string; readonly secret: string | null }
  readonly demoSize?: DemoSize
  readonly demoAs?: AnswerShape
}

/** The profile that the command line names, otherwise the last open profile, otherwise the demo. */
export async function chooseFirstProfile(
  { connection, demoSize, demoAs }: NamedProfile,
  profiles: Pick<Profiles, 'lastOpen'>,
  signIn: Pick<SignIn, 'keep'>,
): Promise<Profile> {
  if (connection !== undefined) {
    const profile = profileOf(parseBaseUrl(connection.baseUrl))
    if (connection.secret !== null) await signIn.keep(profile, connection.secret, 'memory')
    return profile
  }
  const last = demoSize === undefined ? profiles.lastOpen() : null
  return last ?? demoProfileOf(demoSize ?? 'typical', demoAs)
}
