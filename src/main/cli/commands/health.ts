import { m } from '#shared/messages/messages.js'
import { malformedWords } from '#shared/text/malformed-words.ts'
import { serviceCauseWords } from '#shared/text/service/problem-words.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import type { Call, Command } from '../command/command.ts'
import { missingData } from '../missing-data.ts'
import { healthPartWords, healthStateWords } from '../output/code-words.ts'
import { code, figure, text, time, type Column } from '../output/column.ts'

interface Row {
  readonly part: 'profile' | 'job' | 'history' | 'file' | 'table' | 'service' | 'malformed rows'
  readonly name: string
  readonly state: string
  readonly count: number | null
  /** UTC ms. */
  readonly at: number | null
  readonly words: string
}

const columns: readonly Column<Row>[] = [
  code('part', ({ part }) => part, healthPartWords),
  text('name', ({ name }) => name),
  code('state', ({ state }) => state, healthStateWords),
  figure('count', ({ count }) => count),
  time('time', ({ at }) => at),
  text('words', ({ words }) => words),
]

export const health: Command = {
  name: 'health',
  summary: m.cli_health,
  options: [],
  notes: [m.cli_health_connection],
  examples: ['health', 'health --format ndjson'],
  run,
}

async function run(call: Call) {
  const rows = [...profileRow(call), ...jobs(call), ...(await history(call)), ...files(call), ...service(call)]
  await call.output.rows(columns, [rows])
  for (const line of await missingData(call.reading)) call.output.remark(line)
  return exitCodes.fine
}

const profileRow = ({ reading }: Call): Row[] => {
  const { id, kind, baseUrl } = reading.profile.profile
  return [{ part: 'profile', name: id, state: kind, count: null, at: null, words: baseUrl ?? '' }]
}

const jobs = ({ reading }: Call): Row[] =>
  reading.profile.cache.syncStates.list().map(({ job, lastSucceeded, lastError, failures }) => ({
    part: 'job',
    name: job,
    state: lastError === null ? 'fine' : 'failed',
    count: failures,
    at: lastSucceeded,
    words: lastError?.message ?? '',
  }))

async function history({ reading }: Call): Promise<Row[]> {
  const coverage = await reading.call('transactions.coverage')
  return coverage.map(({ accountId, covered, gaps, beginsAt, isComplete }) => ({
    part: 'history',
    name: accountId,
    state: isComplete ? 'whole' : 'partial',
    count: gaps.length,
    at: covered.length === 0 ? null : Math.max(...covered.map(({ to }) => to)),
    words:
      beginsAt === null
        ? m.cli_health_beginning_not_known()
        : m.cli_health_begins({ at: new Date(beginsAt).toISOString() }),
  }))
}

function files({ reading }: Call): Row[] {
  const { cache, journal, paths } = reading.profile
  const sizes = cache.sizes()
  const backupAt = journal.backups.latestAt()
  return [
    { part: 'file', name: paths.cache, state: 'readable', count: sizes.bytes, at: null, words: m.cli_health_bytes() },
    {
      part: 'file',
      name: paths.journal,
      state: 'readable',
      count: journal.bytes(),
      at: backupAt,
      words: backupAt === null ? m.cli_health_bytes_no_backup() : m.cli_health_bytes_backup(),
    },
    ...sizes.tables.map(({ name, rows }) => ({
      part: 'table' as const,
      name,
      state: '',
      count: rows,
      at: null,
      words: m.cli_health_rows(),
    })),
    ...cache.malformed.list().map(({ endpoint, path, reason, count, lastAt }) => ({
      part: 'malformed rows' as const,
      name: endpoint,
      state: 'not read',
      count,
      at: lastAt,
      words: `${path}: ${malformedWords(reason)}`,
    })),
  ]
}

const service = ({ reading }: Call): Row[] =>
  reading.profile.cache.serviceRecords.list().map((record) => {
    const { endpoint, asked, answered, refused, failed, lastAnsweredAt, lastTrouble } = record
    const isTroubled = lastTrouble !== null && lastTrouble.at > (lastAnsweredAt ?? -Infinity)
    const names = [...record.unreadable, ...record.absent, ...record.unknownValues].map(({ name }) => name)
    return {
      part: 'service',
      name: endpoint,
      state: isTroubled ? 'failed' : 'fine',
      count: asked,
      at: lastAnsweredAt,
      words: [
        m.cli_health_service_counts({ answered, refused, failed }),
        ...(lastTrouble === null ? [] : [serviceCauseWords(lastTrouble.cause)]),
        ...(names.length === 0 ? [] : [m.cli_health_service_faults({ names: names.join(', ') })]),
      ].join(' '),
    }
  })
