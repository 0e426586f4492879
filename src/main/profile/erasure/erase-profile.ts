import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { languages } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import type { Profile } from '#shared/model/app/connection.ts'
import type { ErasedPart, ErasureLine } from '#shared/model/app/erasure.ts'
import { errorText, removalText } from '#shared/text/errors/error-text.ts'
import { keepText } from '#shared/text/kept-text.ts'
import { readMembership, setFolderIn } from '../../computers/membership.ts'
import { trustedPagesFile } from '../../disk/private-file.ts'
import { removeEmptyFolders, removeTrees, type Remover } from '../../disk/remove-tree.ts'
import { readNotedExports } from '../../export/written-exports.ts'
import { readNotedMirrors } from '../../mirror/noted-mirrors.ts'
import { secretMark } from '../sign-in.ts'

/** The parts in the directory of a profile, by file name. Other files, and the directory itself, are the part `profile`. */
const names: readonly (readonly [ErasedPart, RegExp])[] = [
  ['cache', /^cache\.sqlite(-wal|-shm)?$/],
  ['journal', /^journal\.sqlite(-wal|-shm)?$/],
  ['backups', /^backups$/],
  ['set-aside', /^(cache|journal)\..+$/],
  ['reports', /^reports$/],
  ['call-log', /^assistants(\.\d+)?\.log$/],
]

/** The existing paths of each part in the directory of a profile. */
function partsInDirectory(directory: string): readonly (readonly [ErasedPart, readonly string[]])[] {
  const rest = new Set(listNames(directory))
  const parts = names.map(([part, pattern]) => {
    const found = [...rest].filter((name) => pattern.test(name))
    for (const name of found) rest.delete(name)
    return [part, found.map((name) => join(directory, name))] as const
  })
  // The second folder is left by an interrupted deletion of an earlier app version.
  return [...parts, ['profile', [directory, `${directory}.deleted`]]]
}

/** The paths in a folder; empty when it cannot be read or does not exist. */
const pathsIn = (folder: string): string[] => listNames(folder).map((name) => join(folder, name))

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export interface EraseOptions {
  readonly dataDir: string
  readonly remover: Remover
  /** Throws an AppError when the secret may still be stored. */
  readonly forgetSecret: (profile: Profile) => Promise<void>
  readonly dataKey: {
    /** The keychain entries of the keys of its sealed data; none for plain data. */
    readonly entriesOf: (profile: Profile) => readonly string[]
    /** Throws an AppError when a key may still be stored. */
    readonly forget: (profile: Profile, entries: readonly string[]) => Promise<void>
  }
  /** Removes the data that the windows of this host store; `null` if only a browser can. */
  readonly forgetPages: (() => Promise<void>) | null
  /** Whether there is a lock, and a function that removes it. */
  readonly lock: { readonly exists: () => boolean; readonly remove: () => void }
}

interface Scope {
  readonly profile: Profile
  /** The other profiles that stay. */
  readonly others: readonly Profile[]
  /** Whether no other connection stays. Shared data is then removed too. */
  readonly isLast: boolean
}

const shared = (): string => m.errors_all_connections_share_it_and_others_stay()

/**
 * Removes all data of a closed profile, part by part. If a part cannot be removed, the other parts are still removed. Sends
 * nothing to other computers. Never throws.
 */
export async function* eraseProfile(scope: Scope, options: EraseOptions): AsyncGenerator<ErasureLine> {
  const { profile, isLast } = scope
  const { dataDir, remover, lock } = options
  yield await eraseSecret(profile, options)
  // Before the directory, because the directory contains the lists of its keys and exports.
  yield await eraseDataKey(profile, options.dataKey.entriesOf(profile), options)
  yield* eraseExports(scope, options)
  yield* keepSharedFolder(directoryOf(dataDir, profile))
  yield* keepMirrors(directoryOf(dataDir, profile))
  let isAllRemoved = true
  for (const [part, paths] of partsInDirectory(directoryOf(dataDir, profile))) {
    const result = removed(part, paths, remover)
    if (result.outcome === 'failed') isAllRemoved = false
    yield result
  }
  if (isLast) yield removed('logs', pathsIn(join(dataDir, 'logs')), remover)
  else
    yield kept('logs', () => m.errors_shared_it_has_no_amounts_account_numbers({ shared: shared() }), [
      join(dataDir, 'logs'),
    ])
  yield await erasePages(isLast, options)
  yield eraseBrowsers(isLast, options)
  if (!lock.exists()) yield line('lock', 'none')
  else if (!isAllRemoved) yield kept('lock', m.errors_data_that_could_not_be_deleted_stays, [])
  else if (isLast) yield await eraseLock(options)
  else yield kept('lock', shared, [])
}

/**
 * Tries to remove a failed part again, and no other part: the user may have copied new files into the folder of the profile.
 * Never throws.
 */
export async function retryLine(
  failed: ErasureLine,
  { profile, isLast }: Pick<Scope, 'profile' | 'isLast'>,
  options: EraseOptions,
): Promise<ErasureLine> {
  const retried = await retryPart(failed, profile, isLast, options)
  const directory = directoryOf(options.dataDir, profile)
  const rest = pathsIn(directory)
  // Removing a secret writes a mark into the folder of the profile. The mark is not needed if it is the only file.
  if (rest.length === 1 && rest[0] === join(directory, secretMark)) removeTrees(rest, options.remover)
  removeEmptyFolders(directory, options.remover)
  return { ...retried, files: failed.files + retried.files }
}

function retryPart(
  { part, places }: ErasureLine,
  profile: Profile,
  isLast: boolean,
  options: EraseOptions,
): Promise<ErasureLine> | ErasureLine {
  if (part === 'secret') return eraseSecret(profile, options)
  if (part === 'data-key') return eraseDataKey(profile, places.map(entryIn), options)
  if (part === 'windows') return erasePages(isLast, options)
  if (part === 'lock') return isLast ? eraseLock(options) : kept('lock', shared, [])
  const result = removed(part, places, options.remover)
  return result.outcome === 'none' ? { ...result, outcome: 'removed' } : result
}

const directoryOf = (dataDir: string, { id }: Profile): string => join(dataDir, 'profiles', id)

/** The text for an entry of the keychain. */
const inKeychain = (entry: string): string => m.profile_in_the_keychain({ entry })

/** The name of the entry in such a text, which may be in another language. */
function entryIn(place: string): string {
  const heads = languages.map((locale) => m.profile_in_the_keychain({ entry: '' }, { locale }))
  return place.slice(heads.find((head) => place.startsWith(head))?.length ?? 0)
}

async function eraseDataKey(
  profile: Profile,
  entries: readonly string[],
  { dataKey }: EraseOptions,
): Promise<ErasureLine> {
  if (entries.length === 0) return line('data-key', 'none')
  const places = entries.map((entry) => inKeychain(entry))
  return attempt('data-key', places, () => dataKey.forget(profile, entries))
}

async function eraseSecret(profile: Profile, { forgetSecret }: EraseOptions): Promise<ErasureLine> {
  if (profile.kind === 'demo') return line('secret', 'none')
  return attempt('secret', [inKeychain(profile.id)], () => forgetSecret(profile))
}

function* eraseExports({ profile, others, isLast }: Scope, { dataDir, remover }: EraseOptions): Generator<ErasureLine> {
  const present = pathsIn(join(dataDir, 'exports'))
  const own = new Set(readNotedExports(directoryOf(dataDir, profile)))
  yield removed('exports', isLast ? present : present.filter((path) => own.has(path)), remover)
  const ofOthers = new Set(others.flatMap((other) => readNotedExports(directoryOf(dataDir, other))))
  const unknown = isLast ? [] : present.filter((path) => !own.has(path) && !ofOthers.has(path))
  if (unknown.length > 0) yield kept('exports', m.errors_it_is_not_known_which_connection_they, unknown)
}

/** The shared folder stays: the data in it belongs to the other computers too, and its drive may be missing now. */
function* keepSharedFolder(directory: string): Generator<ErasureLine> {
  const membership = readMembership(directory)
  if (membership !== null)
    yield kept('shared-folder', m.profile_your_other_computers_use_it, [
      setFolderIn(membership.folder, membership.setId),
    ])
}

/** They may be out of reach, and other programs may work with them. */
function* keepMirrors(directory: string): Generator<ErasureLine> {
  const databases = readNotedMirrors(directory)
  if (databases.length > 0) yield kept('mirror', m.profile_a_database_of_yours, databases)
}

async function erasePages(isLast: boolean, { forgetPages }: EraseOptions): Promise<ErasureLine> {
  if (forgetPages === null) return kept('windows', m.errors_kept_by_browsers, [])
  return isLast ? attempt('windows', [m.errors_the_storage_of_the_windows()], forgetPages) : kept('windows', shared, [])
}

/** The keys of the browsers that are paired with the web host, and its port. */
function eraseBrowsers(isLast: boolean, { dataDir, remover }: EraseOptions): ErasureLine {
  const path = join(dataDir, trustedPagesFile)
  if (isLast) return removed('browsers', [path], remover)
  return existsSync(path) ? kept('browsers', shared, [path]) : line('browsers', 'none')
}

const eraseLock = ({ lock }: EraseOptions): Promise<ErasureLine> =>
  attempt('lock', [m.errors_the_settings_of_tidemark()], () => lock.remove())

function removed(part: ErasedPart, paths: readonly string[], remover: Remover): ErasureLine {
  const { files, failures } = removeTrees(paths, remover)
  const [first] = failures
  if (first === undefined) return { ...line(part, files === 0 ? 'none' : 'removed'), files }
  return {
    part,
    outcome: 'failed',
    files,
    places: failures.map(({ path }) => path),
    reason: keepText(() => removalText(first.code)),
  }
}

async function attempt(part: ErasedPart, places: string[], remove: () => unknown): Promise<ErasureLine> {
  try {
    await remove()
    return line(part, 'removed')
  } catch (error) {
    const reason = keepText(() => (error instanceof AppError ? errorText(error) : m.errors_the_system_refused()))
    return { part, outcome: 'failed', files: 0, places, reason }
  }
}

const kept = (part: ErasedPart, reason: () => string, places: readonly string[]): ErasureLine => ({
  part,
  outcome: 'kept',
  files: 0,
  places: [...places],
  reason: keepText(reason),
})

const line = (part: ErasedPart, outcome: 'removed' | 'none'): ErasureLine => ({
  part,
  outcome,
  files: 0,
  places: [],
  reason: null,
})
