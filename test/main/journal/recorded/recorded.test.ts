import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRecordedEquity, type RecordedEquity } from '#main/journal/recorded/equity.ts'
import { decimalOf } from '#shared/decimal.ts'
import { dec } from '../../cache/open-cache.ts'
import { openTestJournal } from '../open-journal.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const base = Date.UTC(2026, 2, 2)

const read = (equity: RecordedEquity, minutes: number, value: string, accountId = 'a'): boolean =>
  equity.record({ accountId, at: base + minutes * minute, equity: dec(value), cash: null })

const spans = (equity: RecordedEquity, accountId: string | null = 'a', from = 0, to = Infinity) =>
  equity
    .history(accountId, from, to === Infinity ? Number.MAX_SAFE_INTEGER : to)
    .map((span) => [
      (span.at - base) / minute,
      (span.until - base) / minute,
      span.equity,
      ...(span.followsGap ? ['gap'] : []),
    ])

test('an unchanged value extends its span every 5 minutes, a change starts a new span immediately', () => {
  const equity = createRecordedEquity(openTestJournal())
  const written = [0, 2, 4.5, 6, 8, 11].map((at) => read(equity, at, '100'))
  expect(written).toEqual([true, false, false, true, false, true])
  expect(read(equity, 12, '100.01')).toBe(true)
  expect(spans(equity)).toEqual([
    [0, 11, '100'],
    [12, 12, '100.01'],
  ])
})

test('a change extends the previous span to the last reading of its value', () => {
  const equity = createRecordedEquity(openTestJournal())
  read(equity, 0, '100')
  read(equity, 10, '100')
  read(equity, 12, '101')
  expect(spans(equity)).toEqual([
    [0, 10, '100'],
    [12, 12, '101'],
  ])
})

test('readings almost 15 minutes apart make no gap', () => {
  const equity = createRecordedEquity(openTestJournal())
  for (let i = 0; i <= 8; i++) {
    read(equity, i * 14.9, '100')
    // Every reading must extend the span; a sum of accounts would end between two confirmations that are further apart.
    expect(spans(equity)).toEqual([[0, i * 14.9, '100']])
  }
})

test('a silence within the schedule of readings is no gap, a longer silence is a gap', () => {
  const equity = createRecordedEquity(openTestJournal())
  const readHourly = (minutes: number, value: string): boolean =>
    equity.record({
      ...{ accountId: 'a', at: base + minutes * minute, equity: dec(value) },
      ...{ cash: null, silenceMs: 90 * minute },
    })
  for (const [minutes, value] of [
    [0, '100'],
    [60, '100'],
    [120, '101'],
    [240, '102'],
  ] as const)
    readHourly(minutes, value)
  expect(spans(equity)).toEqual([
    [0, 120, '100'],
    [120, 120, '101'],
    [240, 240, '102', 'gap'],
  ])
})

test('more than 20 minutes without a reading is a gap, even if the value is the same', () => {
  const db = openTestJournal()
  const equity = createRecordedEquity(db)
  read(equity, 0, '100')
  read(equity, 10, '100')
  read(equity, 31, '100')
  read(equity, 60, '105')
  expect(spans(equity)).toEqual([
    [0, 10, '100'],
    [31, 31, '100', 'gap'],
    [60, 60, '105', 'gap'],
  ])
  const afterRestart = createRecordedEquity(db)
  read(afterRestart, 75, '105')
  expect(spans(afterRestart).at(-1)).toEqual([60, 75, '105', 'gap'])
})

test('changed cash is recorded as a change, a changed order of currencies is not', () => {
  const equity = createRecordedEquity(openTestJournal())
  const rub = { currency: 'RUB', amount: dec('1') }
  const usd = { currency: 'USD', amount: dec('2') }
  const record = (minutes: number, cash: (typeof rub)[]): boolean =>
    equity.record({ accountId: 'a', at: base + minutes * minute, equity: dec('100'), cash })
  expect([record(0, [usd, rub]), record(1, [rub, usd]), record(2, [rub])]).toEqual([true, false, true])
  expect(equity.history('a', 0, base + day).map(({ cash }) => cash)).toEqual([[rub, usd], [rub]])
})

test('setting the clock back neither changes recorded spans nor stops recording', () => {
  const equity = createRecordedEquity(openTestJournal())
  read(equity, 1_000_000, '999')
  read(equity, 0, '100')
  read(equity, 16, '100')
  read(equity, 8, '101')
  expect(spans(equity)).toEqual([
    [0, 8, '100'],
    [8, 8, '101'],
    [1_000_000, 1_000_000, '999', 'gap'],
  ])
})

test('a history starts with the span known at its start, per account', () => {
  const equity = createRecordedEquity(openTestJournal())
  read(equity, 0, '1')
  read(equity, 16, '1')
  read(equity, 17, '2')
  read(equity, 18, '3')
  read(equity, 5, '50', 'b')
  const at = (minutes: number): number => base + minutes * minute
  expect(spans(equity, 'a', at(10), at(18))).toEqual([
    [0, 16, '1'],
    [17, 17, '2'],
  ])
  expect(spans(equity, 'a', at(19), at(30))).toEqual([])
  expect(spans(equity, null, at(4), at(6))).toEqual([
    [0, 16, '1'],
    [5, 5, '50'],
  ])
  expect(spans(equity, 'unheard')).toEqual([])
})

test('thinning keeps the last point of each minute for a day, hour for a month and day after that', () => {
  const equity = createRecordedEquity(openTestJournal())
  const days = 40
  for (let i = 0; i < days * 24 * 6; i++) {
    equity.record({ accountId: 'a', at: base + i * 10 * minute, equity: decimalOf(i), cash: null })
  }
  const now = base + days * day
  expect(equity.thin(now)).toBeGreaterThan(4_000)
  expect(equity.thin(now)).toBe(0)
  const kept = equity.history('a', 0, now)
  const count = (from: number, to: number): number => kept.filter(({ at }) => at >= now - from && at < now - to).length
  expect([count(day, 0), count(31 * day, day), count(40 * day, 31 * day)]).toEqual([144, 30 * 24, 9])
  expect(kept[0]).toMatchObject({ at: base + day - 10 * minute, equity: '143' })
  // There was no gap in the readings, so the points must not look like a gap.
  for (const [index, span] of kept.entries())
    expect((kept[index + 1]?.at ?? span.until) - span.until).toBeLessThanOrEqual(20 * minute)
})

test('thinning keeps both ends of every gap', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 2, maxLength: 60 }), (pauses) => {
      const db = openTestJournal()
      const equity = createRecordedEquity(db)
      let at = base
      for (const [index, pause] of pauses.entries()) {
        at += pause * minute
        equity.record({ accountId: 'a', at, equity: decimalOf(index), cash: null })
      }
      const gapsOf = (): number[][] => {
        const all = equity.history('a', 0, Number.MAX_SAFE_INTEGER)
        return all.flatMap((span, index) => {
          const before = all[index - 1]
          return before !== undefined && span.at - before.until > 20 * minute ? [[before.until, span.at]] : []
        })
      }
      const before = gapsOf()
      const last = equity.history('a', 0, Number.MAX_SAFE_INTEGER).at(-1)
      equity.thin(at + 2 * day)
      expect(gapsOf()).toEqual(before)
      equity.thin(at + 400 * day)
      expect(gapsOf()).toEqual(before)
      expect(equity.history('a', 0, Number.MAX_SAFE_INTEGER).at(-1)).toEqual(last)
      db.close()
    }),
    { numRuns: 60 },
  )
})
