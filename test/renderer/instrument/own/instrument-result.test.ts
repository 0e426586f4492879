import { expect, test } from 'vitest'
import { unknownPerformance } from '#main/insight/performance/figures.ts'
import { readResult, totalOf } from '#renderer/instrument/own/instrument-result.ts'
import { createClient } from '#shared/client.ts'
import type { Params } from '#shared/contract/contract.ts'
import type { Performance } from '#shared/model/ledger/performance.ts'
import { dec } from '../../fixtures/data.ts'
import { transactionRow } from '../../fixtures/transactions.ts'
import { fixtureTransport, type Answers } from '../../fixtures/transport.ts'

const scope = { symbol: 'AAPL@XNGS', accountId: 'A', now: 9_000 }
const figures = (over: Partial<Performance['byCurrency'][number]>): Performance['byCurrency'][number] => {
  const unknown = unknownPerformance('nothing', { from: 0, to: 1, method: 'fifo' })
  return { ...unknown, currency: 'USD', ...over }
}
const gains = { realized: dec('10'), unrealized: dec('-4'), income: dec('3') }
const read = (overrides: Partial<Answers>) => readResult(createClient(fixtureTransport(overrides)), scope)

test('the results begin with the first transaction of the instrument in the account', async () => {
  let requested: Params<'performance.read'> | undefined
  const result = await read({
    'transactions.page': ({ filter, direction, limit }) => {
      expect([filter.conditions.length, direction, limit]).toEqual([2, 'oldest', 1])
      return { rows: [transactionRow(1, 5_000)], next: null }
    },
    'performance.read': (params) => {
      requested = params
      const known = { ...gains, fees: dec('2'), taxes: dec('0.5') }
      const base = unknownPerformance('nothing', { from: 0, to: 1, method: 'fifo' })
      return {
        ...base,
        coverage: 'whole',
        byCurrency: [
          figures(known),
          figures({ ...known, currency: 'EUR', fees: null }),
          figures({ ...known, currency: 'RUB', unrealized: null }),
        ],
      }
    },
  })
  expect(requested).toMatchObject({ accountId: 'A', symbol: 'AAPL@XNGS', from: 5_000, to: 9_000 })
  expect(result.lines.map((line) => [line.currency, totalOf(line)])).toEqual([
    ['USD', '6.5'],
    ['EUR', null],
    ['RUB', null],
  ])
  expect(result).toMatchObject({ firstAt: 5_000, isPartial: false })
})

test('without a transaction no figures are requested; a partly loaded history is reported', async () => {
  const none = await read({ 'transactions.page': () => ({ rows: [], next: null }) })
  expect(none).toEqual({ firstAt: null, isPartial: false, lines: [] })
  const partial = await read({
    'transactions.page': () => ({ rows: [transactionRow(1, 5_000)], next: null }),
    'performance.read': ({ from, to }) => ({
      ...unknownPerformance('not-loaded', { from, to, method: 'fifo' }),
      coverage: 'partial',
    }),
  })
  expect(partial).toEqual({ firstAt: 5_000, isPartial: true, lines: [] })
})

/** The fees and the total of an instrument with fees of 2 in the ledger, of which commissions that name it are 1.5. */
async function resultWith(coverage: 'whole' | 'partial') {
  const money = { currency: 'USD', amount: dec('-1.5'), count: 1 }
  const nothing = { ofAccount: dec('0'), ambiguous: dec('0') }
  const { lines } = await read({
    'transactions.page': () => ({ rows: [transactionRow(1, 5_000)], next: null }),
    'transactions.totals': ({ filter }) => {
      expect(filter.conditions).toContainEqual({ field: 'kind', values: ['commission'], isNot: false })
      return { count: 1, byCurrency: [money], byCategory: [], byKind: [], unreviewedCount: 0 }
    },
    'charges.list': ({ accountId }) => [
      {
        ...{ accountId: accountId ?? '', coverage },
        totals: [{ currency: 'USD', kind: 'commission', attributed: dec('9.5'), ...nothing, count: 2 }],
      },
    ],
    'performance.read': () => {
      const known = { ...gains, fees: dec('2'), taxes: dec('0.5') }
      const base = unknownPerformance('nothing', { from: 0, to: 1, method: 'fifo' })
      return { ...base, coverage: 'whole', byCurrency: [figures(known)] }
    },
  })
  return lines.map((line) => [line.fees, totalOf(line)])
}

test('commissions of the trades of an instrument count as its fees once, whether or not they name the instrument', async () => {
  expect(await resultWith('whole')).toEqual([['10', '-1.5']])
})

test('while it is unknown which commissions belong to the trades of an instrument, its fees are unknown', async () => {
  expect(await resultWith('partial')).toEqual([[null, null]])
})
