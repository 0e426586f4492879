import { expect, test } from 'vitest'
import { maxPointDistanceMs } from '#main/journal/recorded/downsampling.ts'
import { createRecordedQuotes } from '#main/journal/recorded/quotes.ts'
import { decimalOf } from '#shared/decimal.ts'
import { dec } from '../../cache/open-cache.ts'
import { collectPlans } from '../../sqlite/query-plans.ts'
import { openTestJournal } from '../open-journal.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const base = Date.UTC(2026, 2, 2)

test('quotes are recorded on a change or every 15 minutes, and thinned with age', async () => {
  const quotes = createRecordedQuotes(openTestJournal())
  const quote = (minutes: number, last: string) => ({ symbol: 'A@X', at: base + minutes * minute, last: dec(last) })
  expect(
    quotes.record([quote(0, '1'), quote(1, '1'), quote(2, '2'), { ...quote(2, '7'), symbol: 'B@X' }, quote(17, '2')]),
  ).toBe(4)
  const times = () => quotes.history('A@X', base, base + day).map(({ at }) => (at - base) / minute)
  expect(times()).toEqual([0, 2, 17])
  await quotes.thin(base + 12 * hour)
  expect(times()).toEqual([0, 2, 17])
  await quotes.thin(base + 3 * day)
  expect(times()).toEqual([17])
  expect(quotes.history('B@X', 0, base + day)).toEqual([{ symbol: 'B@X', at: base + 2 * minute, last: '7' }])
})

test('over months of frequent readings the record stays small, and no recorded interval looks like a gap', async () => {
  const quotes = createRecordedQuotes(openTestJournal())
  const days = 50
  let [now, price] = [base, 0]
  for (let round = 0; round < days * 6; round++) {
    // Four hours of changing prices, read every two minutes, in the last hour every ten seconds.
    const until = now + 4 * hour
    const seen = []
    for (; now < until; now += until - now > 5 * minute ? 2 * minute : 10_000)
      seen.push({ symbol: 'A@X', at: now, last: decimalOf(++price) })
    quotes.record(seen)
    await quotes.thin(now)
  }
  const all = quotes.history('A@X', 0, Number.MAX_SAFE_INTEGER)
  const count = (from: number, to: number) => all.filter(({ at }) => at >= now - from && at < now - to).length
  expect(count(day, 0)).toBeLessThanOrEqual(24 * 60 + 60)
  expect(count(31 * day, day)).toBeLessThanOrEqual(30 * 24 + 24)
  expect(count(days * day, 31 * day)).toBeLessThanOrEqual(days - 31 + 1)
  expect(all.length).toBeLessThan(1_500 + 31 * 24 + days)
  expect(all.at(-1)).toEqual({ symbol: 'A@X', at: all.at(-1)?.at, last: decimalOf(price) })
  for (const from of [now - day, now - 7 * day, now - 31 * day, base]) {
    const points = quotes.history('A@X', from, now)
    const widest = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at))
    expect(Math.max(...widest)).toBeLessThanOrEqual(maxPointDistanceMs(from, now))
  }
})

test('thinning works instrument by instrument and yields to the event loop in between', async () => {
  const quotes = createRecordedQuotes(openTestJournal())
  const symbols = Array.from({ length: 30 }, (_, index) => `S${index}@X`)
  quotes.record(
    symbols.flatMap((symbol) => [0, 5, 9].map((at) => ({ symbol, at: base + at * 1_000, last: decimalOf(at) }))),
  )
  let turns = 0
  const step = (): unknown => turns++ < 100 && setImmediate(step)
  step()
  await quotes.thin(base + hour)
  expect(turns).toBeGreaterThan(20)
  for (const symbol of symbols)
    expect(quotes.history(symbol, 0, base + day)).toEqual([{ symbol, at: base + 9_000, last: '9' }])
})

test('a line has the last price of each interval and at most the requested number of points', async () => {
  const quotes = createRecordedQuotes(openTestJournal())
  const points = Array.from({ length: 600 }, (_, index) => ({
    symbol: 'A@X',
    at: base + index * minute,
    last: decimalOf(index),
  }))
  quotes.record(points)
  const to = base + 600 * minute
  const [line, none] = await quotes.lines(['A@X', 'B@X'], base, to, 60)
  expect(line?.points).toEqual(points.filter((_, index) => index % 10 === 9).map(({ at, last }) => ({ at, last })))
  expect(none).toEqual({ symbol: 'B@X', points: [] })
  for (const [from, until] of [
    [base - 3 * day, to + 12_345],
    [base + 7, base + 8 * minute + 1],
  ] as const)
    expect((await quotes.lines(['A@X'], from, until, 60))[0]?.points.length).toBeLessThanOrEqual(60)
  expect((await quotes.lines(['A@X'], to, base, 60))[0]?.points).toEqual([])
})

test('lines and thinning find an instrument by the primary key', () => {
  const db = openTestJournal()
  const plans = collectPlans(db, () => createRecordedQuotes(db)).filter(({ sql }) =>
    sql.includes('FROM recorded_quote'),
  )
  expect(plans.length).toBeGreaterThan(3)
  for (const { plan } of plans) {
    expect(plan).toMatch(/SEARCH recorded_quote USING PRIMARY KEY \(symbol/)
    expect(plan).not.toMatch(/SCAN recorded_quote/)
  }
})

test('the price at a past time is the last price at or before it, never a later one', () => {
  const quotes = createRecordedQuotes(openTestJournal())
  quotes.record([
    { symbol: 'A@X', at: base, last: dec('1') },
    { symbol: 'A@X', at: base + hour, last: dec('2') },
  ])
  expect(quotes.lastAt('A@X', base - 1)).toBeNull()
  expect(quotes.lastAt('A@X', base)).toMatchObject({ at: base, last: '1' })
  expect(quotes.lastAt('A@X', base + hour - 1)?.last).toBe('1')
  expect(quotes.lastAt('A@X', base + day)?.last).toBe('2')
  expect(quotes.lastAt('B@X', base + day)).toBeNull()
})
