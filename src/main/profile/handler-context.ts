import { AppError } from '../../shared/errors.ts'
import type { HandlerContext } from '../ipc/context.ts'
import type { ActiveProfile } from './active-profile.ts'
import type { ProfileFiles } from './profile-files.ts'
import type { Profiles } from './profile-registry.ts'
import type { SignIn } from './sign-in.ts'

interface HandlerParts extends Pick<
  HandlerContext,
  | (
      | 'events'
      | 'deviceSettings'
      | 'dataNotices'
      | 'clock'
      | 'logFault'
      | 'app'
      | 'files'
      | 'desktop'
      | 'restartToUpdate'
    )
  | ('lock' | 'erasures')
> {
  readonly profiles: Profiles
  readonly signIn: SignIn
  readonly active: ActiveProfile
  readonly profileFiles: ProfileFiles
}

/** What handlers may use of the monitor. Changes of files wait for other changes of the profile. */
export function makeHandlerContext({ profiles, signIn, active, profileFiles, ...parts }: HandlerParts): HandlerContext {
  return {
    ...parts,
    profileFiles: {
      restore: (id) => active.afterOthers(() => profileFiles.restore(id)),
      deleteCache: () => active.afterOthers(() => profileFiles.deleteCache()),
      deleteProfile: (id, name) => active.afterOthers(() => profileFiles.deleteProfile(id, name)),
      deleteAll: () => active.afterOthers(() => profileFiles.deleteAll()),
    },
    current() {
      if (!active.isClosed) return active.current
      throw new AppError('unavailable', 'The profile is closed while its files are changed. Try again soon.')
    },
    listProfiles: () => profiles.list(),
    openProfile: (profile) => active.switchTo(profile),
    testConnection: async (baseUrl, secret) => (await signIn.test(baseUrl, secret)).session,
    connect: (...connection) => active.connect(...connection),
    signOut: () => active.signOut(),
    checkKeychain: (how) => signIn.checkKeychain(how),
  }
}
