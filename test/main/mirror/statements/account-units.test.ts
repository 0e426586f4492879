import { expect, test } from 'vitest'
import { accountUnit } from '#main/mirror/statements/account-units.ts'
import type { Rows } from '#main/mirror/statements/subject.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import type { OpenLot } from '#shared/model/ledger/ledger.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeAccount } from '../../insight/make.ts'

const accountId = '1900001'

const incomeOf = (date: string): IncomeRow => ({
  ...{ accountId, symbol: 'SBER@MISX', kind: 'dividend', date, state: 'received', lateDays: 0, expected: null },
  ...{ currency: 'RUB', gross: dec('10'), tax: dec('1.3'), net: dec('8.7'), transactionIds: ['a "b" \\'], rule: [] },
  ...{ name: null, each: null, pieces: null, isUncertain: false, candidates: [], source: 'rows', endsOn: null },
})
const lotOf = (symbol: string, quantity: string): OpenLot => ({
  ...{
    accountId,
    symbol,
    quantity: dec(quantity),
    openedAt: null,
    currency: 'RUB',
    cost: dec('5'),
    unknownCost: false,
  },
})

/** An account whose lots and income come in two chunks each, and the chunks that were requested. */
function makeUnit() {
  const requested: string[] = []
  const unit = accountUnit({
    ...{ account: makeAccount({ id: accountId }), fetchedAt: 0, isLoaded: true },
    async *lots() {
      requested.push('lots 1')
      yield [lotOf('A', '1'), lotOf('A', '2')]
      requested.push('lots 2')
      yield [lotOf('A', '3'), lotOf('B', '4')]
    },
    async *income() {
      requested.push('income 1')
      yield [incomeOf('2025-01-10'), incomeOf('2025-02-10')]
      requested.push('income 2')
      yield [incomeOf('2025-04-10')]
    },
  })
  return { unit, requested }
}

async function readAll(rows: Rows) {
  const read = []
  for await (const row of rows) read.push(row)
  return read
}

test('a chunk of lots and income is read only after the rows before it are taken', async () => {
  const { unit, requested } = makeUnit()
  for (const table of ['lot', 'income'])
    for await (const row of unit.rows(table)) {
      expect(row[0]).toBe(accountId)
      break
    }
  expect(requested).toEqual(['lots 1', 'income 1'])
})

test('rows are numbered across the chunks, lots by instrument, and are the same each time', async () => {
  const { unit } = makeUnit()
  const lots = await readAll(unit.rows('lot'))
  expect(lots.map(([, symbol, ordinal, quantity]) => [symbol, ordinal, quantity])).toEqual([
    ...[['A', 0, '1'] as const, ['A', 1, '2'] as const, ['A', 2, '3'] as const, ['B', 0, '4'] as const],
  ])
  const income = await readAll(unit.rows('income'))
  expect(income.map(([, ordinal, date]) => [ordinal, date])).toEqual([
    ...[[0, '2025-01-10'] as const, [1, '2025-02-10'] as const, [2, '2025-04-10'] as const],
  ])
  expect(income[0]?.at(-1)).toBe('{"a \\"b\\" \\\\"}')
  expect([await readAll(unit.rows('lot')), await readAll(unit.rows('income'))]).toEqual([lots, income])
})
