import { dayMs } from '../../shared/durations.ts'
import type { Health } from '../../shared/model/app/system.ts'

/** Whether all is well, in one line, with what is not. */
export interface HealthSummary {
  readonly tone: 'good' | 'warn' | 'error'
  readonly title: string
  /** What needs attention, the most urgent first. */
  readonly problems: readonly string[]
}

/** The state of the connection in words, and whether it is one in which data is updated. */
interface Connection {
  readonly text: string
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet'
}

/** A backup older than this is worth a word: one is made each day while the app runs. */
const maxBackupAgeMs = 7 * dayMs

/** Judges the status at `now` (UTC ms). A part that could not be read counts as a problem, never as well. */
export function summarizeHealth(health: Health, connection: Connection, now: number): HealthSummary {
  const failing = health.jobs.filter(({ error }) => error !== null)
  const isOffline = connection.tone === 'bad'
  const problems = [
    ...(connection.tone === 'good' || connection.tone === 'quiet' ? [] : [`Connection: ${connection.text}`]),
    ...failing.map(({ title, error }) => `${title}: ${error?.message ?? ''}`),
    ...keychainProblems(health),
    ...storageProblems(health, now),
    ...malformedProblems(health),
  ]
  const isLive = connection.tone === 'good'
  if (problems.length === 0)
    return { tone: 'good', title: `${isLive ? 'All is well' : 'No problem is known'}: ${connection.text}`, problems }
  const title = problems.length === 1 ? 'One thing needs attention' : `${problems.length} things need attention`
  return { tone: isOffline || failing.length > 0 ? 'error' : 'warn', title, problems }
}

function keychainProblems({ keychain }: Health): string[] {
  if (keychain === null) return ['The keychain could not be read.']
  return keychain.kind === 'ready' || keychain.kind === 'unknown' ? [] : [keychain.message]
}

function storageProblems({ storage: { cache, journal } }: Health, now: number): string[] {
  if (cache === null || journal === null) return ['The data on this computer could not be read.']
  const { lastBackupAt } = journal
  if (lastBackupAt === null) return []
  return now - lastBackupAt > maxBackupAgeMs ? ['The last backup of the journal is more than a week old.'] : []
}

function malformedProblems({ malformed }: Health): string[] {
  if (malformed === null) return ['The count of unreadable rows could not be read.']
  const count = malformed.reduce((rows, row) => rows + row.count, 0)
  if (count === 0) return []
  return [count === 1 ? 'One row of the service could not be read.' : `${count} rows of the service could not be read.`]
}
