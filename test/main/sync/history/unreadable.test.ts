import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeTransactions } from '#main/broker/wire/transaction.ts'
import { allDays } from '#main/sync/history/plan.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { sum } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import { booked } from '../../../fakes/history-service.ts'
import { runs } from '../../../runs.ts'
import { accountId, start } from './rig.ts'

type Wire = Readonly<Record<string, unknown>>

interface Sent {
  /** The true time: the service selects rows by it, whatever it writes. */
  readonly at: number
  readonly row: Wire
}

const amountOf = (index: number): number => index * 1_000 + 1

const good = (index: number, at: number): Sent => ({
  at,
  row: {
    ...{
      id: `row-${index}`,
      timestamp: new Date(at).toISOString(),
      category: 'OTHERS',
      transaction_category: 'OTHERS',
    },
    ...{ symbol: 'SBER@MISX', transaction_name: 'Покупка', change_qty: { value: '0.0' } },
    change: { currency_code: 'RUB', units: String(amountOf(index)), nanos: 250_000_000 },
    trade: { size: { value: '10' }, price: { value: '100' }, accrued_interest: { value: '0' } },
  },
})

/** A service that sends these rows, and decodes as the app does. */
function serve(rows: readonly Sent[], isAlwaysSent: (sent: Sent) => boolean = () => false) {
  const rig = start()
  const state = { rows, requests: 0 }
  rig.broker.responses.listTransactions = ({ from, to, limit = Infinity, latest = Infinity }) => {
    state.requests++
    const inside = state.rows.filter((sent) => (from <= sent.at && sent.at < to) || isAlwaysSent(sent))
    return decodeTransactions({ transactions: inside.slice(0, limit).map(({ row }) => row) }, { latest })
  }
  const lost = () => rig.cache.unreadable.list(accountId).reduce((total, { count }) => total + count, 0)
  const stored = () => rig.cache.transactions.page({ accountId, before: null, limit: 500 }).rows
  return { ...rig, state, lost, stored }
}

test('a row without an id hides no withdrawal but that of a row of its own time', async () => {
  const { state, readAll, clock, journal, stored } = serve([])
  const at = (days: number): number => clock.now() - days * dayMs
  const rows = [good(1, at(30)), good(2, at(20)), good(3, at(10)), good(4, at(10))]
  state.rows = rows
  await readAll()
  const damaged = { at: at(10), row: { ...rows[3]!.row, id: '' } }
  state.rows = [rows[0]!, rows[2]!, damaged]
  for (let hour = 0; hour < 6; hour++) {
    await clock.advance(dayMs / 24 + 60_000)
    await readAll()
  }
  expect(journal.withdrawn.list().map(({ transaction }) => transaction.id)).toEqual(['row-2'])
  expect(stored()).toHaveLength(3)
})

/** Damages that lose a row: its id, its time or its money. */
const losing: readonly Wire[] = [
  ...[{}, [], true, ''].map((id) => ({ id })),
  ...['yesterday', '', 5, {}, '0000-00-00T00:00:00Z', '0001-01-01T00:00:00Z', '1816-02-02T00:00:00Z'].map(toTime),
  ...['9999-12-31T00:00:00Z', '2031-01-01T00:00:00Z', '2026-02-31T00:00:00Z'].map(toTime),
  ...['x', 5, [], true].map((change) => ({ change })),
  ...['x', '1.5', '1 000', {}, true, '99999999999999999999'].map((units) => money({ units })),
  ...['x', 1.5, -1, 1_000_000_000].map((nanos) => money({ nanos })),
]
/** Damages of other fields. */
const leaving: readonly Wire[] = [
  ...[5, {}, []].flatMap((value) => [{ transaction_name: value }, { symbol: value }]),
  ...[5, {}].map((value) => ({ transaction_category: value, category: value })),
  ...['x', 5, { value: 'x' }, { value: 5 }].flatMap((value) => [{ change_qty: value }, { trade: { size: value } }]),
  ...['x', 5].map((trade) => ({ trade })),
  ...[{ value: '1,5' }, []].map((price) => ({ trade: { size: { value: '10' }, price } })),
]

function toTime(timestamp: unknown): Wire {
  return { timestamp }
}

function money(damage: Wire): Wire {
  return { change: { currency_code: 'RUB', units: '5', nanos: 250_000_000, ...damage } }
}

const damage = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  fc.constantFrom(...losing).map((change) => ({ change, isLosing: true })),
  fc.constantFrom(...leaving).map((change) => ({ change, isLosing: false })),
)

test('money that can be read and rows that cannot account for every row, and a good reading makes up for all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 25 }), async (damages) => {
      const { clock, cache, state, lost, stored, readAll, readRecent, readRest, gaps } = serve([])
      const whole = damages.map((_, index) => good(index, clock.now() - dayMs - index * 0.9 * dayMs))
      state.rows = whole.map(({ at, row }, index) => ({ at, row: { ...row, ...damages[index]?.change } }))
      await readAll()
      expect(cache.history.beginning(accountId)).not.toBeNull()
      expect([gaps(), cache.coverage.list(accountId).length]).toEqual([[], 1])
      const kept = damages.flatMap((each, index) => (each?.isLosing === true ? [] : [index]))
      expect(lost()).toBe(damages.length - kept.length)
      expect(
        stored()
          .map(({ transaction }) => transaction.id)
          .sort(),
      ).toEqual(kept.map((i) => `row-${i}`).sort())
      expect(sum(stored().map(({ transaction }) => transaction.change!.amount))).toBe(
        String(kept.reduce((total, index) => total + amountOf(index) + 0.25, 0)),
      )
      for (const { transaction } of stored())
        expect(transaction.unreadable !== undefined).toBe(damages[Number(transaction.id.slice(4))] !== null)

      state.rows = whole
      cache.history.putRereading(accountId, { days: allDays, dueAt: 0, reachedAt: null })
      await readRecent()
      await readRest()
      expect(lost()).toBe(0)
      expect(stored()).toHaveLength(damages.length)
      expect([gaps(), cache.coverage.list(accountId).length]).toEqual([[], 1])
      expect(cache.history.longestResponse().isCap).toBe(false)
      for (const { transaction } of stored()) {
        expect(transaction).toMatchObject({ symbol: 'SBER@MISX', name: 'Покупка', trade: { size: '10', price: '100' } })
        expect(transaction).not.toHaveProperty('unreadable')
      }
    }),
    { numRuns: runs(40) },
  )
})

test.each(['0000-00-00T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z', 'never'])(
  'one row of the time %s, sent with every response, does not keep the history incomplete',
  async (timestamp) => {
    for (const count of [0, 1, 3]) {
      const { clock, cache, state, lost, count: stored, readAll, gaps } = serve([], ({ at }) => Number.isNaN(at))
      const rows = Array.from({ length: count }, (_, index) => good(index, clock.now() - (index + 1) * 100 * dayMs))
      const impossible = { at: NaN, row: { ...good(9, clock.now()).row, timestamp } }
      state.rows = [impossible, ...rows]
      await readAll()
      expect(cache.history.beginning(accountId)).not.toBeNull()
      expect([gaps(), cache.coverage.list(accountId).length, stored(), lost()]).toEqual([[], 1, count, 1])
      expect(state.requests).toBeLessThan(300)
    }
  },
)

test('a row of an impossible time that an earlier version stored does not keep the history incomplete', async () => {
  const { cache, readAll } = serve([])
  const old = booked('1', -62_135_596_800_000)
  await cache.transactions.store(accountId, pack([old]), 1, null)
  await readAll()
  expect(cache.history.beginning(accountId)).not.toBeNull()
})
