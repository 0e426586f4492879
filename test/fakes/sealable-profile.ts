import { mkdirSync } from 'node:fs'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { ActiveProfile } from '#main/profile/active-profile.ts'
import type { RunningProfile } from '#main/profile/opening/open-profile.ts'
import { ProfileFiles } from '#main/profile/profile-files.ts'
import { profileOf } from '#main/profile/profile-registry.ts'
import { ProfileSealing } from '#main/profile/profile-sealing.ts'
import { SealedKeys } from '#main/sealing/sealed-keys.ts'
import { createSealingThread } from '#main/sealing/sealing-client.ts'
import type { Keychain } from '#main/secrets/keychain.ts'
import { holdKey } from '#main/sqlite/keys.ts'
import { systemClock as clock } from '#main/time/clock.ts'
import { openTestProfile } from './running-profile.ts'
import { threadFiles } from './thread-files.ts'

interface SealableOptions {
  readonly service: { readonly baseUrl: string; readonly secret: string }
  readonly directory: string
  readonly keychain: Keychain
}

/** The parts that a start of the app creates for one profile: its keys and its sealing. */
export interface SealableProfile {
  readonly profile: ReturnType<typeof profileOf>
  readonly keys: SealedKeys
  readonly sealing: ProfileSealing
  readonly files: ProfileFiles
  readonly faults: unknown[]
  /** Opens the profile as a start of the app does. Throws the error that prevents it. */
  open(): Promise<RunningProfile>
  current(): RunningProfile
  /** Closes the profile as a quit of the app does; the keys are forgotten. */
  quit(): Promise<void>
}

/** A profile with all its jobs and threads that can be sealed. Call `quit` at the end, because it uses real timers. */
export function makeSealable({ service, directory, keychain }: SealableOptions): SealableProfile {
  mkdirSync(directory, { recursive: true })
  const events = new EventBus()
  const faults: unknown[] = []
  const profile = profileOf(new URL(service.baseUrl))
  const keys = new SealedKeys(keychain)
  const thread = createSealingThread(threadFiles.sealing, clock)
  const logFault = (where: string, error: unknown): void => void faults.push([where, error])
  const refuse = (): Promise<never> => Promise.reject(new Error('not part of this test'))
  let active: ActiveProfile | null = null
  const openOnce = async (): Promise<RunningProfile> => {
    await keys.unlock({ profileId: profile.id, directory })
    const budget = createBudget({ clock, limit: 100_000 })
    return openTestProfile({ service, directory, events, clock, logFault, budget, copySealed: thread.copy })
  }
  const open = async (): Promise<RunningProfile> => {
    const first = await openOnce()
    active = new ActiveProfile({ events, signIn: { test: refuse, keep: refuse, forget: refuse } })
    active.start(first, {
      open: openOnce,
      openFallback: (_, error) => {
        throw error
      },
    })
    return first
  }
  const opened = (): ActiveProfile => {
    if (active === null) throw new Error('the profile is not open')
    return active
  }
  const common = {
    ...{ clock, keys, thread, directory: () => directory },
    current: () => opened().current,
    reopen: (change: Parameters<ActiveProfile['reopen']>[0]) => opened().reopen(change),
    find: (id: string) => (id === profile.id ? profile : null),
  }
  return {
    ...{ profile, keys, faults, open, current: common.current },
    sealing: new ProfileSealing({
      ...common,
      openInPlace: async () => {
        await open()
      },
    }),
    files: new ProfileFiles({ ...common, leave: refuse, list: () => [profile], erasures: { erase: refuse } }),
    async quit() {
      await active?.current.close()
      await thread.close()
      holdKey(directory, null)
    },
  }
}
