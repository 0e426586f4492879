import type { ReportRow } from '../../shared/model/report.ts'
import type { Format } from '../../shared/format.ts'
import { formatBytes } from '../lib/bytes.ts'
import { wordsOf } from '../lib/words.ts'

/** The form, in a word. */
export const formWord = (form: ReportRow['form']): string => (form === 'REPORT_FORM_SHORT' ? 'Short' : 'Full')

const phaseWords: Readonly<Record<ReportRow['phase'], string>> = {
  queued: 'to be asked for',
  sending: 'being asked for',
  making: 'being made',
  receiving: 'on its way',
  elsewhere: 'waits for you',
  here: 'here',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** How loudly the state is to be said. */
export function toneOf({
  phase,
  isMissing,
}: Pick<ReportRow, 'phase' | 'isMissing'>): 'neutral' | 'info' | 'warn' | 'error' {
  if (phase === 'failed') return 'error'
  if (phase === 'elsewhere' || isMissing) return 'warn'
  return phase === 'here' || phase === 'cancelled' ? 'neutral' : 'info'
}

/** Where the report stands, in a few words. */
export const stateWord = ({ phase, isMissing }: Pick<ReportRow, 'phase' | 'isMissing'>): string =>
  isMissing ? 'file moved' : phaseWords[phase]

/** What there is to say besides: the service's word, the way made, the reason. */
export function noteOf(row: ReportRow, format: Format, now: number): string {
  const { phase, status, reason, progress, file, nextLookAt } = row
  if (row.isMissing) return `It is no longer at ${file?.path ?? ''}.`
  if (progress !== null) {
    const all = progress.total === null ? '' : ` of ${formatBytes(progress.total, format)}`
    return `${formatBytes(progress.bytes, format)}${all}`
  }
  if (file !== null) return `${formatBytes(file.bytes, format)}, arrived ${format.dateTime(file.arrivedAt)}`
  if (phase !== 'making') return reason ?? ''
  const said = status === null ? '' : status === 'NOT_FOUND' ? 'not known to the service yet' : wordsOf(status)
  const look = nextLookAt === null || nextLookAt <= now ? '' : `next look in ${format.age(nextLookAt - now)}`
  return [reason, said, look].filter(Boolean).join(' · ')
}

/** Whether all words of a search stand somewhere in what is shown of the report. */
export function matches(row: ReportRow, search: string): boolean {
  const shown = [row.accountId, formWord(row.form), row.beginOn, row.endOn, stateWord(row), row.file?.path ?? '']
    .join(' ')
    .toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => shown.includes(word))
}
