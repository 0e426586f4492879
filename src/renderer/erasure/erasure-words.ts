import type { ErasedPart, ErasureLine } from '../../shared/model/erasure.ts'

/** What each part is, for a person. */
export const partWords: Readonly<Record<ErasedPart, string>> = {
  secret: 'Secret',
  'data-key': 'Keys of sealed data and of the shared folder',
  cache: 'Cache',
  journal: 'Journal',
  backups: 'Backups of the journal',
  'set-aside': 'Databases that were set aside',
  reports: 'Received reports',
  'call-log': 'Log of assistant requests',
  profile: 'All other files of the connection',
  exports: 'Exports',
  'shared-folder': 'Folder shared with other computers',
  logs: 'Log files',
  windows: 'Data of windows: last views, searched symbols',
  lock: 'Lock',
}

export const outcomeWords: Readonly<Record<ErasureLine['outcome'], string>> = {
  removed: 'removed',
  none: 'there was none',
  kept: 'kept',
  failed: 'could not be removed',
}

/** The outcome with the number of files. */
export function describeLine({ outcome, files }: ErasureLine, wasResumed: boolean): string {
  // The run that was ended may have removed it without a note.
  if (outcome === 'none' && wasResumed) return 'nothing was left'
  if (files === 0) return outcomeWords[outcome]
  const count = files === 1 ? '1 file' : `${files} files`
  return outcome === 'failed' ? `${outcomeWords.failed}; ${count} removed` : `${outcomeWords[outcome]}, ${count}`
}

/** Removes from this browser what it kept of a profile: its views and symbols are named by the profile. */
export function forgetProfile(storage: Storage, profileId: string): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys.filter((name) => name.includes(profileId))) storage.removeItem(key)
}
