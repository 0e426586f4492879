import type { AppError } from '../../errors.ts'
import { m } from '../../messages/messages.js'
import type { ErrorReason } from '../../model/error-reason.ts'

/** What happened and what to do, in the current language. */
export const errorText = ({ reason, message }: AppError): string => (reason === null ? message : reasonText(reason))

type OfPath = Exclude<
  Extract<ErrorReason, { readonly path: string }>['is'],
  'newer-version' | 'not-a-file' | 'cannot-write-to-folder' | 'disk-full' | 'folder-disk-error' | 'file-not-complete'
>

const ofPath: Readonly<Record<OfPath, (values: { readonly path: string }) => string>> = {
  'file-damaged': m.sqlite_the_file_is_damaged_at,
  'file-sealed': m.sqlite_the_file_is_sealed,
  'file-in-use': m.sqlite_another_program_uses_the_file,
  'file-exists': m.errors_path_already_exists,
  'file-missing': m.cache_the_file_is_missing,
  'cannot-open': m.sqlite_the_file_cannot_be_opened,
  'cannot-save': m.sqlite_the_file_is_not_writable,
  'cannot-save-on-full-disk': m.sqlite_the_disk_is_full,
  'cannot-replace': m.errors_file_not_written,
  'disk-error': m.sqlite_the_disk_reported_an_error,
  'copy-lacks-rows': m.sqlite_the_copy_lacks_rows,
  'version-unreadable': m.sqlite_the_version_is_unreadable,
  'snapshot-needs-writable-folder': m.sqlite_a_snapshot_needs_a_writable_folder,
  'older-version': m.sqlite_update_it_with_this_version,
  'newer-version-for-reading': m.sqlite_use_the_newer_version,
}

const ofColumns = {
  text: m.sqlite_a_column_has_no_text,
  integer: m.sqlite_a_column_has_no_whole_number,
  decimal: m.sqlite_a_column_has_no_decimal,
  document: m.sqlite_a_column_has_no_document,
}

const ofStoredValues = {
  amount: m.cache_a_stored_amount_is_not_a_number,
  'event-kind': m.cache_a_stored_event_is_of_unknown_kind,
  kind: m.cache_a_stored_transaction_is_of_unknown_kind,
  'kind-rule': m.cache_a_stored_rule_is_unknown,
  series: m.cache_a_stored_series_is_not_readable,
  sum: m.cache_a_stored_sum_is_not_a_number,
}

function reasonText(reason: ErrorReason): string {
  switch (reason.is) {
    case 'already-running':
      return m.sqlite_tidemark_is_already_running()
    case 'damaged':
      return m.sqlite_the_file_is_damaged()
    case 'no-sealing-driver':
      return m.sqlite_the_driver_cannot_open_sealed_data()
    case 'no-such-page':
      return m.cache_this_page_does_not_exist()
    case 'cannot-write-to-folder':
      return m.errors_folder_not_writable({ folder: reason.path })
    case 'disk-full':
      return m.errors_the_disk_that_holds_folder_is_full({ folder: reason.path })
    case 'folder-disk-error':
      return m.errors_disk_fault_at({ folder: reason.path })
    case 'file-not-complete':
      return m.errors_disk_full_at({ folder: reason.path })
    case 'newer-version':
      return m.sqlite_a_newer_version_wrote_it(reason)
    case 'not-a-file': {
      const because = reason.found === 'folder' ? m.host_it_is_a_folder() : m.host_it_is_no_file()
      return m.host_cannot_use({ path: reason.path, reason: because })
    }
    case 'column':
      return ofColumns[reason.lacks](reason)
    case 'stored-value':
      return ofStoredValues[reason.found]()
    default:
      return ofPath[reason.is](reason)
  }
}

const removalRefusals: Readonly<Record<string, () => string>> = {
  EACCES: m.disk_this_user_may_not_delete_it,
  EPERM: m.disk_this_user_may_not_delete_it,
  EBUSY: m.disk_another_program_uses_it,
  EROFS: m.disk_the_disk_is_read_only,
  ENOTEMPTY: m.disk_another_program_wrote_into_it,
}

/** Why the system did not remove a file, as the second half of a sentence. `code`: that of the system; empty without one. */
export const removalText = (code: string): string =>
  (
    removalRefusals[code] ??
    (code === '' ? m.errors_the_system_refused : () => m.errors_the_system_refused_code({ code }))
  )()
