import { expect, it } from 'vitest'
import { reconcile } from '#main/insight/ledger/reconcile/reconcile.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { parseUnits } from '#main/insight/lots/units.ts'
import type { Decimal } from '#shared/decimal.ts'
import { plainCauseText } from '#shared/text/figures/cause-text.ts'
import { makeRow } from '../make-row.ts'
import { evidenceOf } from './random-rows.ts'

const symbol = 'USDRUB_TOM@MISX'
const trade = (kind: LedgerRow['kind'], id: string, size: string, money: string): LedgerRow =>
  makeRow(kind, { ...{ id, at: Number(id), symbol, money }, trade: { size, price: '92' } })
const figure = (key: string, stated: string, replayed: string) => ({
  ...{ key, stated: stated as Decimal, replayed: parseUnits(replayed) ?? 0n, opening: null },
})
/** The first cause of each difference: of the pieces of the pair, and of the dollars. */
function firstCauses(
  rows: readonly LedgerRow[],
  pieces: readonly [string, string],
  dollars: readonly [string, string],
) {
  const { positions, cash } = reconcile(
    { positions: [figure(symbol, ...pieces)], cash: [figure('USD', ...dollars)] },
    evidenceOf(rows),
  )
  return [...positions, ...cash].map(({ causes: [first] }) => [
    first?.kind,
    first?.transactionIds,
    plainCauseText(first?.reasons ?? []),
  ])
}

it('pieces of a pair that the service books as money are one cause of both differences', () => {
  const rows = [trade('buy', '1', '1000', '-92000'), trade('sell', '2', '300', '27600')]
  const cause = [
    ...['exchange-booking', ['1', '2']],
    'The service books the exchange as money in USD, not as pieces of USDRUB_TOM@MISX: the purchase of 1000 USDRUB_TOM@MISX for 92000 RUB on 1970-01-01 (row 1) and the sale of 300 USDRUB_TOM@MISX for 27600 RUB on 1970-01-01 (row 2). The kind is then “Currency exchange”.',
  ]
  expect(firstCauses(rows, ['0', '700'], ['700', '0'])).toEqual([cause, cause])
})

it('so is money that the service books as pieces', () => {
  const rows = [trade('currency-exchange', '1', '1000', '-92000')]
  const found = firstCauses(rows, ['1000', '0'], ['0', '1000'])
  expect(found.map(([kind, ids]) => [kind, ids])).toEqual([
    ['exchange-booking', ['1']],
    ['exchange-booking', ['1']],
  ])
})

it('another difference of money has another cause', () => {
  const rows = [trade('buy', '1', '1000', '-92000')]
  const kinds = firstCauses(rows, ['0', '1000'], ['650', '0']).map(([kind]) => kind)
  expect(kinds).not.toContain('exchange-booking')
  expect(firstCauses(rows, ['0', '1000'], ['0', '0'])[0]?.[0]).not.toBe('exchange-booking')
})
