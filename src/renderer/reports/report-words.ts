import { m } from '#shared/messages/messages.js'
import type { ReportRow } from '#shared/model/report.ts'
import type { Format } from '#shared/text/format.ts'
import { texts } from '#shared/texts.ts'
import { formatBytes } from '../lib/bytes.ts'
import { wordsOf } from '../lib/words/service-names.ts'

/** The name of a report form. */
export const formWord = (form: ReportRow['form']): string =>
  form === 'REPORT_FORM_SHORT' ? m.reports_short() : m.reports_full()

const phaseWords: Readonly<Record<ReportRow['phase'], string>> = texts({
  queued: m.reports_queued,
  sending: m.reports_requesting,
  making: m.reports_in_preparation,
  receiving: m.reports_downloading,
  elsewhere: m.reports_needs_your_approval,
  here: m.reports_downloaded,
  failed: m.reports_failed,
  cancelled: m.reports_cancelled,
})

/** The states that the service reports; an unknown state is still readable. */
const statusWords: Readonly<Record<string, string>> = texts({
  NOT_FOUND: m.reports_not_yet_known_to_the_service,
  PENDING: m.reports_status_pending,
  IN_PROGRESS: m.reports_status_in_progress,
  SUCCESS: m.reports_status_success,
  ERROR: m.reports_status_error,
})

/** The tone of the badge of a report. */
export function toneOf({
  phase,
  isMissing,
}: Pick<ReportRow, 'phase' | 'isMissing'>): 'neutral' | 'info' | 'warn' | 'error' {
  if (phase === 'failed') return 'error'
  if (phase === 'elsewhere' || isMissing) return 'warn'
  return phase === 'here' || phase === 'cancelled' ? 'neutral' : 'info'
}

/** The state of a report, as the text of its badge. */
export const stateWord = ({ phase, isMissing }: Pick<ReportRow, 'phase' | 'isMissing'>): string =>
  isMissing ? m.reports_file_missing() : phaseWords[phase]

/** The details of the state: download progress, the status of the service, or the reason of a failure. */
export function noteOf(row: ReportRow, format: Format, now: number): string {
  const { phase, status, reason, progress, file, nextPollAt } = row
  if (row.isMissing) return m.reports_the_file_is_no_longer_at_path({ path: file?.path ?? '' })
  if (progress !== null) {
    const done = formatBytes(progress.bytes, format)
    return progress.total === null
      ? done
      : m.reports_done_of_total({ done, total: formatBytes(progress.total, format) })
  }
  if (file !== null)
    return m.reports_size_downloaded_at({ size: formatBytes(file.bytes, format), at: format.dateTime(file.arrivedAt) })
  if (phase !== 'making') return reason ?? ''
  const statusText = status === null ? '' : (statusWords[status] ?? wordsOf(status))
  const nextCheck =
    nextPollAt === null || nextPollAt <= now ? '' : m.reports_next_check_in({ span: format.age(nextPollAt - now) })
  return [reason, statusText, nextCheck].filter(Boolean).join(' · ')
}

/** Whether the texts of a report contain every word of a search. */
export function matches(row: ReportRow, search: string): boolean {
  const shown = [row.accountId, formWord(row.form), row.beginOn, row.endOn, stateWord(row), row.file?.path ?? '']
    .join(' ')
    .toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => shown.includes(word))
}
