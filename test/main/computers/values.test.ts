import { expect, onTestFinished, test } from 'vitest'
import type { Decimal } from '#shared/decimal.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { SimulatedComputer } from './simulated-computers.ts'

const start = Date.UTC(2026, 0, 5)
const now = start + 5 * dayMs

function two() {
  const computers = [new SimulatedComputer(1, now), new SimulatedComputer(2, now)] as const
  onTestFinished(() => computers.forEach((computer) => computer.close()))
  return computers
}
const recordEquity = ({ journal }: SimulatedComputer, from: number, hours: number, equity: string) => {
  for (let at = from; at <= from + hours * hourMs; at += 10 * minuteMs)
    journal.equity.record({ accountId: 'X1', at, equity: equity as Decimal, cash: null })
}
const share = (from: SimulatedComputer, to: SimulatedComputer) => {
  from.check([], [], from.journal.dueValues.list(from.id, now, 10_000))
  return to.check(from.log())
}
const line = ({ journal }: SimulatedComputer) =>
  journal.equity
    .history('X1', start, now)
    .map(({ at, until, equity, followsGap }) => [(at - start) / hourMs, (until - start) / hourMs, equity, followsGap])

test('equity of another computer fills gaps only and is not counted twice', () => {
  const [a, b] = two()
  recordEquity(a, start, 2, '100')
  recordEquity(a, start + 10 * hourMs, 2, '130')
  recordEquity(b, start + 1 * hourMs, 4, '110')
  const alone = line(a)
  expect(share(b, a).newValues).toBeGreaterThan(0)
  expect(alone).toEqual([
    [0, 2, '100', false],
    [10, 12, '130', true],
  ])
  expect(line(a)).toEqual([
    [0, 2, '100', false],
    [expect.closeTo(2, 5), 5, '110', false],
    [10, 12, '130', true],
  ])
})

test('a new computer shows the values that others recorded, also in the list of all accounts', () => {
  const [a, b] = two()
  recordEquity(a, start, 2, '100')
  share(a, b)
  expect(line(b)).toEqual(line(a))
  expect(b.journal.equity.history(null, start, now)).toMatchObject([{ accountId: 'X1', equity: '100' }])
})

test('sharing readings does not change them on the computer that recorded them', () => {
  const [a, b] = two()
  recordEquity(a, start, 2, '100')
  recordEquity(a, start + 10 * hourMs, 2, '130')
  const before = [start, start + hourMs, start + 3 * hourMs].map((from) => a.journal.equity.history('X1', from, now))
  share(a, b)
  share(b, a)
  const after = [start, start + hourMs, start + 3 * hourMs].map((from) => a.journal.equity.history('X1', from, now))
  expect(after).toEqual(before)
  expect(a.journal.dueValues.list(a.id, now, 100)).toEqual([])
})

test('the last price of each day is shared with computers that have none of that day', () => {
  const [a, b] = two()
  const price = (at: number, last: string) => ({ symbol: 'A@X', at, last: last as Decimal })
  a.journal.quotes.record([price(start + 1, '10'), price(start + hourMs, '11'), price(start + dayMs, '12')])
  b.journal.quotes.record([price(start + dayMs + 5, '12.5')])
  share(a, b)
  expect(b.journal.quotes.history('A@X', start, now).map(({ last }) => last)).toEqual(['11', '12.5'])
  // Values that came from another computer are not shared again.
  expect(b.journal.dueValues.list(b.id, now, 9).map(({ value }) => value)).toEqual(['{"last":"12.5"}'])
})

test('the distance to a margin call is shared, and an invalid value does not reach the journal', () => {
  const [a, b] = two()
  a.journal.margin.record('X1', start, {
    ...{ equity: '100' as Decimal, requirement: '40' as Decimal, state: 'below', percent: '-20.5' as Decimal },
  })
  share(a, b)
  expect(b.journal.margin.history('X1', start, now)).toMatchObject([{ requirement: '40', percent: '-20.5' }])
  const [batch] = a.log().filter(({ values }) => values.length > 0)
  const [value] = batch?.values ?? []
  if (batch === undefined || value === undefined) expect.fail('nothing was shared')
  const wrong = { ...value, key: 'X2', value: '{"equity":"much","requirement":"1","percent":null,"state":null}' }
  b.check([{ ...batch, computer: '00000000000000ff', counter: 1, seen: {}, values: [wrong] }])
  expect(b.journal.margin.history('X2', start, now)).toEqual([])
})

test('many values are applied in several transactions', () => {
  const [a, b] = two()
  for (let day = 0; day < 4_500; day++)
    a.journal.quotes.record([{ symbol: 'A@X', at: now - (day + 3) * dayMs, last: '1' as Decimal }])
  a.check([], [], a.journal.dueValues.list(a.id, now, 10_000))
  expect(b.check(a.log())).toMatchObject({ newValues: 4_000, isMore: true })
  expect(b.check(a.log())).toMatchObject({ newValues: 500, isMore: false })
})
