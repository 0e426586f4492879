import type { ReportRow } from '../../shared/model/report.ts'
import type { Format } from '../../shared/text/format.ts'
import { formatBytes } from '../lib/bytes.ts'
import { wordsOf } from '../lib/words/service-names.ts'

/** The name of a report form. */
export const formWord = (form: ReportRow['form']): string => (form === 'REPORT_FORM_SHORT' ? 'Short' : 'Full')

const phaseWords: Readonly<Record<ReportRow['phase'], string>> = {
  queued: 'queued',
  sending: 'requesting',
  making: 'in preparation',
  receiving: 'downloading',
  elsewhere: 'needs your approval',
  here: 'downloaded',
  failed: 'failed',
  cancelled: 'cancelled',
}

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
  isMissing ? 'file missing' : phaseWords[phase]

/** The details of the state: download progress, the status of the service, or the reason of a failure. */
export function noteOf(row: ReportRow, format: Format, now: number): string {
  const { phase, status, reason, progress, file, nextLookAt } = row
  if (row.isMissing) return `The file is no longer at ${file?.path ?? ''}.`
  if (progress !== null) {
    const total = progress.total === null ? '' : ` of ${formatBytes(progress.total, format)}`
    return `${formatBytes(progress.bytes, format)}${total}`
  }
  if (file !== null) return `${formatBytes(file.bytes, format)}, downloaded ${format.dateTime(file.arrivedAt)}`
  if (phase !== 'making') return reason ?? ''
  const statusText = status === null ? '' : status === 'NOT_FOUND' ? 'not yet known to the service' : wordsOf(status)
  const nextCheck = nextLookAt === null || nextLookAt <= now ? '' : `next check in ${format.age(nextLookAt - now)}`
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
