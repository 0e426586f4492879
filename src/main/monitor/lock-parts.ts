import { join } from 'node:path'
import type { Profile } from '#shared/model/app/connection.ts'
import { Settings } from '#shared/model/app/settings.ts'
import { readMembership, setEntryOf } from '../computers/membership.ts'
import { systemRemover } from '../disk/remove-tree.ts'
import { chosenLanguage } from '../host/language.ts'
import { AppLock } from '../lock/app-lock.ts'
import type { SystemAuthentication } from '../lock/system-unlock.ts'
import type { ActiveProfile } from '../profile/active-profile.ts'
import { Erasures } from '../profile/erasure/erasures.ts'
import { proveSecret } from '../profile/prove-secret.ts'
import type { SealablePlace } from '../sealing/sealed-keys.ts'
import type { buildSharedParts, SharedOptions } from './shared-parts.ts'

interface LockPartsOptions extends Pick<SharedOptions, 'dataDir' | 'clock' | 'logFault'> {
  /** The way in which this computer can authenticate the user; `null` if the host has none. */
  readonly systemAuthentication?: SystemAuthentication | null
  /** Removes the data that the windows of this host store; `null` if only a browser can. */
  readonly forgetPages?: (() => Promise<void>) | null
}

type Shared = Pick<ReturnType<typeof buildSharedParts>, 'events' | 'profiles' | 'signIn' | 'deviceSettings' | 'keys'>

/** The lock of the app, and the deletion of profiles. */
export function buildLockParts(
  { dataDir, clock, logFault, ...host }: LockPartsOptions,
  { events, profiles, signIn, deviceSettings, keys }: Shared,
  active: ActiveProfile,
) {
  const lock = new AppLock({
    dataDir,
    clock,
    logFault,
    system: host.systemAuthentication ?? null,
    proveSecret: (secret) =>
      proveSecret(secret, { signIn, profiles: () => profiles.list(), open: () => openAccounts(active) }),
    hasConnection: () => profiles.list().some(({ kind }) => kind === 'service'),
    language: () => chosenLanguage(deviceSettings),
    theme: () => Settings.shape.theme.catch('system').parse(deviceSettings.all()['theme']),
    onChange: () => events.publish('lock.changed'),
  })
  // Not `profiles.directory`, because it would create the folder of a deleted profile.
  const placeOf = ({ id }: Profile) => ({ profileId: id, directory: join(dataDir, 'profiles', id) })
  const erasures = new Erasures({
    dataDir,
    clock,
    logFault,
    remover: systemRemover,
    forgetPages: host.forgetPages ?? null,
    forgetSecret: (profile) => signIn.forget(profile),
    dataKey: {
      entriesOf: (profile) => [...keys.entriesOf(placeOf(profile)), ...setEntriesOf(placeOf(profile))],
      forget: (profile, entries) => keys.forgetEntries(placeOf(profile), entries),
    },
    lock: { exists: () => lock.hasPin, remove: () => lock.remove() },
    profiles: () => profiles.list(),
    onChange: () => events.publish('erasure.changed'),
  })
  return { lock, erasures }
}

/** The keychain entry of the secret of the folder that this profile shares with other computers. */
const setEntriesOf = ({ profileId, directory }: SealablePlace): readonly string[] =>
  readMembership(directory) === null ? [] : [setEntryOf(profileId)]

/** The accounts of the open profile; `null` before it is open and while its files are changed. */
function openAccounts(active: ActiveProfile) {
  if (active.isClosed) return null
  const { profile, cache } = active.current
  return { profile, accountIds: cache.accounts.list().map(({ account }) => account.id) }
}
