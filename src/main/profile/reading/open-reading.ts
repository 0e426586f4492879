import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type Client } from '#shared/client.ts'
import type { Params, Result } from '#shared/contract/contract.ts'
import { hasTrait, type MethodWith } from '#shared/contract/request-traits.ts'
import type { HandlerContext } from '../../api/context.ts'
import { createDispatcher, type Dispatch } from '../../api/dispatch.ts'
import { DataNotices, EventBus } from '../../api/events.ts'
import { createHandlers } from '../../api/handlers/all-handlers.ts'
import { refuseWhileLocked } from '../../lock/lock-file.ts'
import { assertDataFiles } from '../../sqlite/data-files.ts'
import type { Clock } from '../../time/clock.ts'
import { findStoredProfile, listStoredProfiles } from './find-profile.ts'
import { ReadingProfile, refuse } from './reading-profile.ts'

/**
 * The settings of this computer as the app stored them, not validated. If the file cannot be read, amounts are hidden, because
 * it is not known whether they must be hidden.
 */
export function readStoredSettings(dataDir: string): Readonly<Record<string, unknown>> {
  const path = join(dataDir, 'settings.json')
  try {
    const info = statSync(path, { throwIfNoEntry: false })
    if (info === undefined) return {}
    // Reading a pipe would not return.
    if (!info.isFile()) return { hideAmounts: true }
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // The result below covers this case.
  }
  return { hideAmounts: true }
}

export interface OpenReadingOptions {
  readonly dataDir: string
  /** `null`: the last open profile. */
  readonly profileId: string | null
  /** Reads the key of sealed data. Throws when there is none. */
  readonly unlock: (place: { readonly profileId: string; readonly directory: string }) => Promise<void>
  readonly version: string
  readonly clock: Clock
  readonly logFault: (where: string, error: unknown) => void
}

/**
 * A profile that answers the read requests of a window with the same handlers, and changes nothing. The caller must close it.
 */
export interface Reading {
  readonly profile: ReadingProfile
  /** Throws AppError. */
  call<M extends MethodWith<'forCommands'>>(
    method: M,
    ...params: Params<M> extends void ? [] : [Params<M>]
  ): Promise<Result<M>>
  close(): Promise<void>
}

/**
 * Throws `locked` while the app is locked, `not-found` without such a profile, the errors of `unlock`, and a StorageError if
 * its files cannot be read.
 */
export async function openReading(options: OpenReadingOptions): Promise<Reading> {
  assertDataFiles(options.dataDir)
  refuseWhileLocked(options.dataDir)
  const stored = findStoredProfile(options.dataDir, options.profileId)
  await options.unlock({ profileId: stored.profile.id, directory: stored.directory })
  const profile = new ReadingProfile({ stored, ...options })
  const client = clientOf(createDispatcher(createHandlers(contextOf(profile, options)), options.logFault))
  return { profile, call: client.call, close: () => profile.close() }
}

const clientOf = (dispatch: Dispatch): Client =>
  createClient({
    request: async (method, params, form) =>
      hasTrait(method, 'forCommands') ? dispatch(method, params, form) : refuse(),
    subscribe: () => () => undefined,
  })

function contextOf(profile: ReadingProfile, { dataDir, version, clock, logFault }: OpenReadingOptions): HandlerContext {
  const refuseAll = { openProfile: refuse, testConnection: refuse, connect: refuse, signOut: refuse }
  return {
    clock,
    logFault,
    ...refuseAll,
    checkKeychain: refuse,
    files: null,
    desktop: null,
    restartToUpdate: null,
    app: { version, host: 'web', dataDir },
    events: new EventBus(),
    deviceSettings: { all: () => readStoredSettings(dataDir), keep: refuse, adopt: refuse },
    dataNotices: new DataNotices(() => undefined),
    sealing: {
      read: refuse,
      offer: refuse,
      seal: refuse,
      open: refuse,
      recover: refuse,
      startOver: refuse,
      progress: refuse,
    },
    setAsideJournals: { list: refuse, inspect: refuse, bringBack: refuse },
    profileFiles: { restore: refuse, deleteCache: refuse, deleteProfile: refuse, deleteAll: refuse },
    get erasures() {
      return refuse()
    },
    get lock() {
      return refuse()
    },
    current: () => profile,
    listProfiles: () => listStoredProfiles(dataDir).map((each) => each.profile),
  }
}
