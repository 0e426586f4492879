import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { HandlerContext } from '../api/context.ts'
import type { ActiveProfile } from '../profile/active-profile.ts'
import type { ProfileFiles } from '../profile/profile-files.ts'
import type { Profiles } from '../profile/profile-registry.ts'
import type { ProfileSealing } from '../profile/profile-sealing.ts'
import type { SetAsideJournals } from '../profile/set-aside-journals.ts'
import type { SignIn } from '../profile/sign-in.ts'

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
  readonly sealing: ProfileSealing
  readonly setAsideJournals: SetAsideJournals
}

/** The parts of the monitor that handlers use. Changes of files wait for other changes of the profile. */
export function makeHandlerContext({
  profiles,
  signIn,
  active,
  profileFiles,
  sealing,
  setAsideJournals,
  ...parts
}: HandlerParts): HandlerContext {
  return {
    ...parts,
    profileFiles: {
      restore: (id, key) => active.afterOthers(() => profileFiles.restore(id, key)),
      deleteCache: () => active.afterOthers(() => profileFiles.deleteCache()),
      deleteProfile: (id, name) => active.afterOthers(() => profileFiles.deleteProfile(id, name)),
      deleteAll: () => active.afterOthers(() => profileFiles.deleteAll()),
    },
    sealing: {
      read: () => sealing.read(),
      offer: () => sealing.offer(),
      seal: (code) => active.afterOthers(() => sealing.seal(code)),
      open: () => active.afterOthers(() => sealing.open()),
      recover: (id, code) => active.afterOthers(() => sealing.recover(id, code)),
      startOver: (id, name) => active.afterOthers(() => sealing.startOver(id, name)),
      progress: () => sealing.progress(),
    },
    setAsideJournals: {
      list: () => setAsideJournals.list(),
      inspect: (id, code) => active.afterOthers(() => setAsideJournals.inspect(id, code)),
      bringBack: (id, code) => active.afterOthers(() => setAsideJournals.bringBack(id, code)),
    },
    current() {
      if (!active.isClosed) return active.current
      throw new AppError('unavailable', m.errors_the_profile_is_closed_while_its_files())
    },
    listProfiles: () => profiles.list(),
    openProfile: (profile) => active.switchTo(profile),
    testConnection: async (baseUrl, secret) => (await signIn.test(baseUrl, secret)).session,
    connect: (...connection) => active.connect(...connection),
    signOut: () => active.signOut(),
    checkKeychain: (how) => signIn.checkKeychain(how),
  }
}
