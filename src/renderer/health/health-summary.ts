import { dayMs } from '#shared/durations.ts'
import { isOfConnection } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Health } from '#shared/model/app/system.ts'
import { counted } from '#shared/text/counted.ts'
import type { Format } from '#shared/text/format.ts'

/** Whether everything works, in one line, with the problems. */
export interface HealthSummary {
  readonly tone: 'good' | 'warn' | 'error'
  readonly title: string
  /** What needs attention, the most urgent first. */
  readonly problems: readonly string[]
}

/** The text of the connection state, and whether data is updated in this state. */
interface Connection {
  readonly text: string
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet'
}

type CountFormat = Pick<Format, 'count'>

/** An older backup is reported: a backup is made every day while the app runs. */
const maxBackupAgeMs = 7 * dayMs

/** Whether the service's figures agree with the transactions; shown in a separate line. */
export type Compared = 'agrees' | 'differs' | 'waiting' | 'not-read'

/** Judges the status at `now` (UTC ms). A part that could not be read counts as a problem. */
export function summarizeHealth(
  health: Health,
  connection: Connection,
  now: number,
  format: CountFormat,
  compared: Compared,
  /** The data of the service that is missing, a line each. */
  missing: readonly string[] = [],
): HealthSummary {
  const isConnected = connection.tone === 'good' || connection.tone === 'quiet'
  // The line of the connection stands for all jobs that failed because of it.
  const failing = health.jobs.filter(({ error }) => error !== null && (isConnected || !isOfConnection(error.code)))
  const problems = [
    ...(isConnected ? [] : [m.health_connection_state({ state: connection.text })]),
    ...failing.map(({ title, error }) => `${title}: ${error?.message ?? ''}`),
    ...missing,
    ...keychainProblems(health),
    ...storageProblems(health, now),
    ...malformedProblems(health, format),
    ...(health.service === null ? [m.health_service_how_the_service_answers_could_not_be_read()] : []),
  ]
  const isLive = connection.tone === 'good'
  const count = problems.length + (compared === 'differs' || compared === 'not-read' ? 1 : 0)
  if (count === 0) {
    const state = connection.text
    return {
      tone: 'good',
      title:
        isLive && compared === 'agrees' ? m.health_all_is_well({ state }) : m.health_no_problem_is_known({ state }),
      problems,
    }
  }
  const title = m.health_count_things_need_attention({ count })
  return { tone: connection.tone === 'bad' || failing.length > 0 ? 'error' : 'warn', title, problems }
}

function keychainProblems({ keychain }: Health): string[] {
  if (keychain === null) return [m.health_the_keychain_could_not_be_read()]
  return keychain.kind === 'ready' || keychain.kind === 'unknown' ? [] : [keychain.message]
}

function storageProblems({ storage: { cache, journal } }: Health, now: number): string[] {
  if (cache === null || journal === null) return [m.health_data_not_read()]
  const { lastBackupAt } = journal
  if (lastBackupAt === null) return []
  return now - lastBackupAt > maxBackupAgeMs ? [m.health_backup_old()] : []
}

function malformedProblems({ malformed }: Health, format: CountFormat): string[] {
  if (malformed === null) return [m.health_unreadable_count_unknown()]
  const count = malformed.reduce((rows, row) => rows + row.count, 0)
  if (count === 0) return []
  return [m.health_count_rows_could_not_be_read(counted(count, format))]
}
