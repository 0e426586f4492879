import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Profile } from '#shared/model/app/connection.ts'
import { DataNotices, EventBus } from '../api/events.ts'
import type { Network } from '../broker/network/connections.ts'
import { SetSecrets } from '../computers/set-secrets.ts'
import type { DemoSize } from '../demo/data/account-plans.ts'
import type { AnswerShape } from '../demo/world/world.ts'
import { makeOwnFilesPrivate } from '../disk/private-file.ts'
import { openDeviceSettings } from '../host/device-settings.ts'
import { followLanguage } from '../host/language.ts'
import { cacheDamagedAgain, CacheReplacement } from '../profile/cache-replacement.ts'
import { describeSetAside } from '../profile/opening/databases.ts'
import { builtThreads } from '../profile/opening/open-connection.ts'
import { openProfile, type RunningProfile } from '../profile/opening/open-profile.ts'
import { createProfiles, demoProfileOf } from '../profile/profile-registry.ts'
import { createProfileBudgets } from '../profile/requests/request-budget.ts'
import { createSecretMarks, createSignIn } from '../profile/sign-in.ts'
import { SealedKeys } from '../sealing/sealed-keys.ts'
import { createSealingThread } from '../sealing/sealing-client.ts'
import type { Keychain } from '../secrets/keychain.ts'
import type { Clock } from '../time/clock.ts'
import { createDemo } from './demo-service.ts'

export interface SharedOptions {
  readonly dataDir: string
  readonly keychain: Keychain
  readonly clock: Clock
  /** Returns the system's proxies for an address. Only the desktop host can. */
  readonly resolveProxy?: Network['resolveProxy']
  readonly logFault: (where: string, error: unknown) => void
  /** Writes a line to the log. */
  readonly logNote?: (text: string) => void
  /** The file of the sealing thread. By default the file of the build. */
  readonly sealingThread?: string | URL
  /** Opens the demo in this size instead of the last open profile. */
  readonly demoSize?: DemoSize
  /** How the demo answers; by default `documented`. */
  readonly demoAs?: AnswerShape
}

/** Builds the parts that all profiles of a data directory share, and the function that opens a profile. */
export function buildSharedParts(options: SharedOptions) {
  const { dataDir, clock, logFault } = options
  makeOwnFilesPrivate(dataDir)
  const events = new EventBus()
  const { demoSize = 'typical', demoAs = 'documented' } = options
  const demo = createDemo({ size: demoSize, as: demoAs }, logFault)
  const demoProfile = demoProfileOf(demoSize, demoAs)
  const profiles = createProfiles(dataDir, demoProfile)
  const budgetOf = createProfileBudgets(clock, logFault)
  const deviceSettings = openDeviceSettings(join(dataDir, 'settings.json'))
  followLanguage(deviceSettings)
  const network: Network = {
    usesSystem: () => deviceSettings.all()['usesSystemNetwork'] !== false,
    resolveProxy: options.resolveProxy,
  }
  const marks = createSecretMarks(dataDir)
  const signIn = createSignIn({ keychain: options.keychain, marks, clock, network, budgetOf })
  const keys = new SealedKeys(options.keychain)
  const sealingThread = createSealingThread(options.sealingThread ?? builtThreads.sealing, clock)
  const dataNotices = new DataNotices(() => events.publish('data.changed'))
  const cacheReplacement = new CacheReplacement({
    clock,
    logFault,
    onGivenUp: () => dataNotices.add('cache-damaged-again', cacheDamagedAgain, clock.now()),
  })
  const power = { isSaving: false }

  async function open(profile: Profile, how = { isCacheDamaged: false }): Promise<RunningProfile> {
    const directory = profiles.directory(profile)
    const isDemo = profile.baseUrl === null
    await keys.unlock({ profileId: profile.id, directory })
    const isNew = !existsSync(join(directory, 'journal.sqlite'))
    const opened = await openProfile({
      ...(isDemo ? demo.access() : signIn.access(profile)),
      profile,
      directory,
      events,
      clock,
      power,
      network,
      logFault,
      budget: budgetOf(profile),
      ...how,
      ...(options.logNote === undefined ? {} : { logNote: options.logNote }),
      exportDir: join(dataDir, 'exports'),
      reportDir: join(directory, 'reports'),
      // Only the first start waits for the demo, which suggests the symbols of the first watchlist.
      firstWatchlist: isDemo && isNew ? await demo.suggestSymbols() : [],
      onCacheDamage: () => cacheReplacement.note(profile.id),
      copySealed: sealingThread.copy,
      setSecrets: new SetSecrets(options.keychain, profile.id),
    })
    const { cacheSetAside } = opened
    if (cacheSetAside !== null) dataNotices.add('cache-replaced', () => describeSetAside(cacheSetAside), clock.now())
    try {
      deviceSettings.adopt(opened.journal.settings.all())
    } catch (error) {
      logFault('the settings', error) // The disk is full: the next start copies them.
    }
    return opened
  }

  return {
    keys,
    sealingThread,
    events,
    demo,
    demoProfile,
    profiles,
    deviceSettings,
    signIn,
    dataNotices,
    cacheReplacement,
    power,
    open,
  }
}
