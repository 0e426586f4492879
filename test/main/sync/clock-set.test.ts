import { expect, test } from 'vitest'
import { isPollDue } from '#main/reports/report-polling.ts'
import { planHistory, rereadingPeriods } from '#main/sync/history/plan.ts'
import { isOlder } from '#main/sync/interest/account-age.ts'
import { createInstrumentsJob } from '#main/sync/jobs/instruments.ts'
import { createSessionJob } from '#main/sync/jobs/session.ts'
import { QuoteLedger } from '#main/sync/quotes/quote-ledger.ts'
import { seePrice } from '#main/sync/quotes/volatility/volatility.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { runOf, startSync } from './harness.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

function startSession() {
  const sync = startSync()
  sync.follow('S0@XXXX')
  sync.attention.set('window', ['S0@XXXX'], true)
  return { ...sync, job: createSessionJob(sync.context) }
}

test.each([0, 5 * hourMs, -5 * hourMs])(
  'with a clock that is wrong by %d ms the session is renewed before it expires, and not continuously',
  async (wrongMs) => {
    const { clock, broker, job } = startSession()
    const createdAt = clock.now()
    broker.details = { ...broker.details, createdAt, expiresAt: createdAt + 15 * minuteMs }
    clock.set(wrongMs)
    await job.run(runOf())
    expect(job.nextDelayMs()).toBe(13 * minuteMs)
  },
)

test('if the service states only the expiry and the clock is past it, the session is renewed at the usual interval', async () => {
  const { clock, broker, job } = startSession()
  broker.details = { ...broker.details, expiresAt: clock.now() + 15 * minuteMs }
  clock.set(5 * hourMs)
  await job.run(runOf())
  expect(job.nextDelayMs()).toBe(10 * minuteMs)
})

test('a time in the future counts as old; a time slightly ahead, after a correction of the clock, does not', () => {
  const now = 100 * dayMs
  const times = [now - 2 * hourMs, now - minuteMs, now + 1_000, now + hourMs]
  expect(times.map((at) => isOlder(at, hourMs, now))).toEqual([true, false, false, true])
})

test('a report is polled immediately if its next poll is further ahead than any pause', () => {
  const now = 100 * dayMs
  const planned = [null, now - 1, now + minuteMs, now + 5 * hourMs]
  expect(planned.map((at) => isPollDue(at, now))).toEqual([true, true, false, true])
})

test('the list of all instruments is read again if the last download ended in the future', async () => {
  const { clock, broker, context, attention } = startSync()
  attention.set('window', [], true)
  broker.responses.listAllAssets = () => ({ content: pack([]), malformed: [], nextCursor: null })
  const job = createInstrumentsJob(context, () => false)
  await job.run(runOf())
  clock.set(-3 * dayMs)
  expect(job.nextDelayMs()).toBe(minuteMs)
  await job.run(runOf())
  expect(broker.count('listAllAssets')).toBe(2)
  expect(job.nextDelayMs()).toBeGreaterThan(dayMs - hourMs)
})

test('a re-reading scheduled beyond its maximum pause is due', () => {
  const now = 20_000 * dayMs
  const beginning = { beginsAt: now - 100 * dayMs, oldestDay: now - 100 * dayMs, opensAt: null }
  const history = { covered: [{ from: 0, to: now }], gaps: [], missingIn: null, ...beginning, isWrongGap: () => false }
  const dueIn = (ms: number) => rereadingPeriods.map(({ days }) => ({ days, dueAt: now + ms, reachedAt: null }))
  expect(planHistory({ ...history, rereadings: dueIn(minuteMs) }, 0, now, now)).toBeNull()
  const task = planHistory({ ...history, rereadings: dueIn(100 * dayMs) }, 0, now, now)
  expect(task).toMatchObject({ kind: 'rereading' })
})

test('a refresh time in the future is replaced by the next refresh, and learning continues', () => {
  const clock = new FakeClock()
  const ledger = new QuoteLedger(clock)
  ledger.noteResponse('A@X', clock.now())
  clock.set(-5 * hourMs)
  ledger.noteResponse('A@X', clock.now())
  expect(ledger.refreshedAt('A@X')).toBe(clock.now())
  const quote = (seenAt: number, price: number) => ({ seenAt, price, tradedAt: null })
  const before = seePrice(undefined, quote(9 * hourMs, 100), 1e-9)
  const after = seePrice(before, quote(4 * hourMs, 101), 1e-9)
  expect(after?.last.seenAt).toBe(4 * hourMs)
  expect(seePrice(after, quote(4 * hourMs + minuteMs, 102), 1e-9)?.changes.weight).toBe(1)
})
