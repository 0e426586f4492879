import { expect, test } from 'vitest'
import { RecordedPositions } from '#main/journal/recorded/recorded-positions.ts'
import { decimalOf } from '#shared/decimal.ts'
import { dec } from '../../cache/open-cache.ts'
import { openTestJournal } from '../open-journal.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const base = Date.UTC(2026, 2, 2)
const ever = Number.MAX_SAFE_INTEGER

type Positions = RecordedPositions
const seen = (symbol: string, quantity: string | null, price: string | null = '10', average: string | null = '9') => ({
  symbol,
  quantity: quantity === null ? null : dec(quantity),
  averagePrice: average === null ? null : dec(average),
  currentPrice: price === null ? null : dec(price),
})
const spans = (positions: Positions, symbol = 'A@X', accountId: string | null = 'a') =>
  positions
    .history(accountId, symbol, 0, ever)
    .map((span) => [
      (span.at - base) / minute,
      (span.until - base) / minute,
      span.quantity,
      span.price,
      ...(span.followsGap ? ['gap'] : []),
    ])

test('a changed quantity is recorded immediately, a price once a minute, unchanged values every 5 minutes', () => {
  const positions = new RecordedPositions(openTestJournal())
  const read = (minutes: number, quantity: string, price: string) =>
    positions.record('a', base + minutes * minute, [seen('A@X', quantity, price)])
  expect([read(0, '5', '10'), read(0.5, '5', '10.1'), read(0.6, '7', '10.2'), read(1.6, '7', '10.3')]).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect([read(5, '7', '10.3'), read(16.6, '7', '10.3'), read(17, '7', '10.3')]).toEqual([false, true, false])
  expect(spans(positions)).toEqual([
    [0, 0, '5', '10'],
    [0.6, 0.6, '7', '10.2'],
    [1.6, 16.6, '7', '10.3'],
  ])
})

test('a sold position is recorded once, and buying again starts from zero', () => {
  const positions = new RecordedPositions(openTestJournal())
  const read = (minutes: number, held: Parameters<Positions['record']>[2]) =>
    positions.record('a', base + minutes * minute, held)
  read(0, [seen('A@X', '5'), seen('B@X', '1')])
  read(1, [seen('A@X', '0', null), seen('B@X', '1')])
  read(2, [seen('B@X', '1')])
  read(10, [seen('B@X', '1')])
  read(11, [seen('A@X', '2'), seen('B@X', '1')])
  expect(spans(positions)).toEqual([
    [0, 0, '5', '10'],
    [1, 10, '0', null],
    [11, 11, '2', '10'],
  ])
  // A position of zero that was never held is not recorded.
  read(12, [seen('C@X', '0', '3')])
  expect(spans(positions, 'C@X')).toEqual([])
})

test('a long time without readings is a gap, also after a restart, and unknown figures stay unknown', () => {
  const db = openTestJournal()
  new RecordedPositions(db).record('a', base, [seen('A@X', null, null, null)])
  new RecordedPositions(db).record('a', base + hour, [seen('A@X', null, null, null)])
  expect(spans(new RecordedPositions(db))).toEqual([
    [0, 0, null, null],
    [60, 60, null, null, 'gap'],
  ])
})

test('a history of one account or of all accounts starts with the span known at its start', () => {
  const positions = new RecordedPositions(openTestJournal())
  positions.record('b', base, [seen('A@X', '3')])
  positions.record('a', base, [seen('A@X', '5')])
  positions.record('a', base + 16 * minute, [seen('A@X', '5')])
  const ids = (accountId: string | null, from: number) =>
    positions.history(accountId, 'A@X', from, ever).map(({ accountId: id, quantity }) => [id, quantity])
  expect(ids(null, 0)).toEqual([
    ['a', '5'],
    ['b', '3'],
  ])
  expect(ids('a', base + 10 * minute)).toEqual([['a', '5']])
  expect(ids('b', base + 10 * minute)).toEqual([])
})

test('the record of constantly changing positions stays small: hours after a day, days after a month', async () => {
  const db = openTestJournal()
  const positions = new RecordedPositions(db)
  const symbols = Array.from({ length: 5 }, (_, index) => `S${index}@X`)
  const days = 40
  // A reading every 15 minutes in ten trading hours a day, each with new prices.
  let readings = 0
  for (let dayOf = 0; dayOf < days; dayOf++)
    for (let reading = 0; reading < 40; reading++) {
      const price = decimalOf(1000 + readings++)
      const held = symbols.map((symbol) => seen(symbol, '10', price))
      positions.record('a', base + dayOf * day + reading * 15 * minute, held)
    }
  const now = base + days * day
  await positions.thin(now)
  const kept = positions.history('a', 'S0@X', 0, ever)
  const count = (from: number, to: number) => kept.filter(({ at }) => at >= now - from && at < now - to).length
  // The first point of a day follows the gap of the night, so it is kept in addition to the last point of its interval.
  expect([count(day, 0), count(31 * day, day), count(40 * day, 31 * day)]).toEqual([40, 30 * 11, 9 * 2 - 1])
  expect(kept.filter(({ followsGap }) => followsGap)).toHaveLength(days - 1)
  const rows = db.prepare('SELECT count(*) FROM recorded_position').pluck().get()
  expect(rows).toBe(symbols.length * kept.length)
})
