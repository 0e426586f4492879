import { expect, test } from 'vitest'
import { summarizeHealth as summarize, type Compared } from '#renderer/health/health-summary.ts'
import type { Health } from '#shared/model/app/system.ts'
import { createFormat } from '#shared/text/format.ts'
import { freshHealth, health } from '../fixtures/health.ts'

const format = createFormat({ locale: 'en-GB' })
const now = Date.UTC(2026, 10, 23)
type Connection = Parameters<typeof summarize>[1]
const summarizeHealth = (health: Health, connection: Connection, compared: Compared = 'agrees') =>
  summarize(health, connection, now, format, compared)
const live = { text: 'live · 2 s', tone: 'good' } as const
const healthy = (over: Partial<Health> = {}): Health => ({
  ...health(now),
  jobs: health(now).jobs.filter(({ error }) => error === null),
  malformed: [],
  ...over,
})

test('without a problem the summary is one line that says so', () => {
  expect(summarizeHealth(healthy(), live)).toEqual({
    tone: 'good',
    title: 'All is well · live · 2 s',
    problems: [],
  })
})

test('while the app connects, the summary does not claim that all is well', () => {
  const connecting = { text: 'connecting', tone: 'quiet' } as const
  expect(summarizeHealth(healthy(), connecting).title).toBe('No problems found · connecting')
})

test('a failing job is named with its error', () => {
  const { tone, title, problems } = summarizeHealth({ ...health(now), malformed: [] }, live)
  expect([tone, title]).toEqual(['error', 'One thing needs attention'])
  expect(problems).toEqual(['Recent transactions: The service responded with 503.'])
})

test('an offline connection, an old backup and unreadable rows are problems', () => {
  const storage = { ...healthy().storage, journal: { bytes: 1, lastBackupAt: now - 9 * 86_400_000 } }
  const malformed = [{ endpoint: 'orders', path: 'a', reason: 'b', count: 3, lastAt: now }]
  const offline = { text: 'offline since 14:02', tone: 'warn' } as const
  const { tone, problems } = summarizeHealth(healthy({ storage, malformed }), offline)
  expect(tone).toBe('warn')
  expect(problems).toEqual([
    'Connection: offline since 14:02',
    'The last backup of the journal is more than a week old.',
    '3 rows of the service could not be read.',
  ])
})

test('jobs that fail because the connection is down are one problem with it', () => {
  const [job] = health(now).jobs
  const failed = { ...job!, error: { code: 'offline', message: 'The service cannot be reached', at: now } as const }
  const offline = { text: 'offline since 14:02', tone: 'warn' } as const
  const { tone, problems } = summarizeHealth(healthy({ jobs: [failed, failed] }), offline)
  expect([tone, problems]).toEqual(['warn', ['Connection: offline since 14:02']])
})

test('a part that could not be read is a problem', () => {
  const unread = { ...freshHealth(now), jobs: [], keychain: null, malformed: null }
  const storage = { dataDir: '/', cache: null, journal: null }
  expect(summarizeHealth({ ...unread, storage }, live).problems).toHaveLength(3)
})

test('while figures differ from the transactions or are not compared, the summary does not say that all is well', () => {
  const summaryFor = (compared: Compared) => {
    const { tone, title } = summarizeHealth(healthy(), live, compared)
    return [tone, title]
  }
  expect(summaryFor('differs')).toEqual(['warn', 'One thing needs attention'])
  expect(summaryFor('not-read')).toEqual(['warn', 'One thing needs attention'])
  expect(summaryFor('waiting')).toEqual(['good', 'No problems found · live · 2 s'])
})
