import { m } from '#shared/messages/messages.js'
import type { ErasedPart, ErasureLine } from '#shared/model/app/erasure.ts'
import { texts } from '#shared/texts.ts'

/** The name of each part on screen. */
export const partWords: Readonly<Record<ErasedPart, string>> = texts({
  secret: m.common_secret,
  'data-key': m.erasure_keys,
  cache: m.erasure_cache,
  journal: m.erasure_journal,
  backups: m.erasure_backups_of_the_journal,
  'set-aside': m.erasure_databases_that_were_set_aside,
  reports: m.erasure_received_reports,
  'call-log': m.erasure_log_of_assistant_requests,
  profile: m.erasure_all_other_files_of_the_connection,
  exports: m.erasure_exports,
  'shared-folder': m.erasure_shared_folder,
  mirror: m.erasure_mirror,
  logs: m.erasure_log_files,
  windows: m.erasure_data_of_windows_last_views_searched_symbols,
  browsers: m.erasure_browsers_that_may_come_back,
  lock: m.erasure_lock,
})

export const outcomeWords: Readonly<Record<ErasureLine['outcome'], string>> = texts({
  removed: m.erasure_removed,
  none: m.erasure_there_was_none,
  kept: m.erasure_kept,
  failed: m.erasure_could_not_be_removed,
})

/** The outcome with the number of files. */
export function describeLine({ outcome, files }: ErasureLine, wasResumed: boolean): string {
  // The interrupted run may have removed it without recording that.
  if (outcome === 'none' && wasResumed) return m.erasure_nothing_was_left()
  if (files === 0) return outcomeWords[outcome]
  const count = m.erasure_count_files({ count: files })
  return outcome === 'failed'
    ? m.erasure_could_not_be_removed_removed_count({ count })
    : `${outcomeWords[outcome]}, ${count}`
}

/** Removes the data of a profile from this browser: views and symbols, whose keys contain the id of the profile. */
export function forgetProfile(storage: Storage, profileId: string): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys.filter((name) => name.includes(profileId))) storage.removeItem(key)
}
