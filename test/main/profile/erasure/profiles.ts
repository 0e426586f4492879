import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemRemover, type Remover } from '#main/disk/remove-tree.ts'
import { noteExport } from '#main/export/written-exports.ts'
import { Erasures } from '#main/profile/erasure/erasures.ts'
import { createProfiles, demoProfileOf, profileOf } from '#main/profile/profile-registry.ts'
import type { Profile } from '#shared/model/app/connection.ts'
import type { ErasureReport } from '#shared/model/app/erasure.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'

export const demo = demoProfileOf('typical')
export const own = profileOf(new URL('https://own.test'))
export const other = profileOf(new URL('https://other.test'))

/** A text that is written into every file of the profile and searched for afterwards. */
export const markOf = ({ id }: Profile): string => `mark of ${id}`

const files = [
  ...['cache.sqlite', 'cache.sqlite-wal', 'journal.sqlite', 'journal.damaged-20260101T000000Z.sqlite', 'requests.log'],
  ...['backups/daily.sqlite', 'backups/old/manual.sqlite', 'reports/a.pdf', 'assistants.log', 'assistants.1.log'],
  ...['cache.newer-20260101T000000Z.sqlite', 'no-secret', 'cache.sqlite.deleted', 'export-ab12/journal.sqlite'],
  ...['checks/11111111-2222-3333-4444-555555555555.answer'],
]

/** Writes every kind of file that a profile can have. */
export function writeProfile(dataDir: string, profile: Profile): void {
  const directory = createProfiles(dataDir).directory(profile)
  for (const name of files) write(join(directory, name), markOf(profile))
  write(`${directory}.deleted/cache.sqlite`, markOf(profile))
  const exported = join(dataDir, 'exports', `transactions-${profile.id}.csv`)
  write(exported, markOf(profile))
  noteExport(directory, exported)
}

export function write(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

/** The files in a folder and its subfolders that contain this text. */
export function filesWith(folder: string, text: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => name.includes(text) || readFileSync(join(folder, name), 'latin1').includes(text))
    .sort()
}

type Options = ConstructorParameters<typeof Erasures>[0]

/** Deletions in this folder, with a lock in `app-lock.json`. */
export function openErasures(
  dataDir: string,
  options: Partial<Options> & { readonly remover?: Remover } = {},
): Erasures {
  const lockPath = join(dataDir, 'app-lock.json')
  return new Erasures({
    ...{ dataDir, remover: systemRemover, forgetPages: () => Promise.resolve(), clock: { now: () => 1_000 } },
    forgetSecret: () => Promise.resolve(),
    dataKey: { entriesOf: ({ id }) => [`data-key ${id} 01`], forget: () => Promise.resolve() },
    lock: { exists: () => existsSync(lockPath), remove: () => systemRemover.removeFile(lockPath) },
    profiles: () => createProfiles(dataDir).list(),
    onChange: () => undefined,
    logFault: () => undefined,
    ...options,
  })
}

/** Writes the data of one connection and of the app; returns the data folder. */
export function writeData(): string {
  const dataDir = makeTemporaryDirectory()
  writeProfile(dataDir, own)
  write(join(dataDir, 'logs', 'tidemark.log'), 'started')
  write(join(dataDir, 'app-lock.json'), '{}')
  write(join(dataDir, 'web-pages.json'), '{"port":8421,"pages":[]}')
  write(join(dataDir, 'exports', 'of-an-earlier-version.csv'), 'unknown')
  return dataDir
}

/** The outcome of each part of a report. */
export const outcomes = ({ lines }: ErasureReport): Record<string, string> =>
  Object.fromEntries(lines.map(({ part, outcome }) => [part, outcome]))
