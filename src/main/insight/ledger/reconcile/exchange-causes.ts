import { tradedMoney } from '../other-side.ts'
import { piecesOf, type LedgerRow } from '../row.ts'
import { scores, type Candidate, type Gap } from './evidence.ts'
import { describeRows } from './row-evidence.ts'

/**
 * Trades of a currency pair that the service books as money of both currencies, while they are read as purchases and sales
 * of pieces; or the reverse. One cause of two differences: pieces of the pair, and the same amount of money with the
 * opposite sign. `rows` are all rows of the pair.
 */
export function findExchangeBookings({ key, difference }: Gap, rows: readonly LedgerRow[]): Candidate[] {
  const traded = rows.flatMap((row) => {
    const money = tradedMoney(row)
    return money === null ? [] : [{ row, money }]
  })
  const [first] = traded
  if (first === undefined) return []
  const { currency } = first.money
  const held = traded.filter(({ row }) => row.kind === 'buy' || row.kind === 'sell')
  const exchanged = traded.filter(({ row }) => row.kind === 'currency-exchange')
  const isHeld = held.reduce((sum, { row }) => sum + (piecesOf(row) ?? 0n), 0n) === -difference
  const isExchanged = exchanged.reduce((sum, { money }) => sum + money.money, 0n) === difference
  if (!isHeld && !isExchanged) return []
  const found = (isHeld ? held : exchanged).map(({ row }) => row)
  const code = isHeld ? 'exchange-booked-as-money' : 'exchange-booked-as-pieces'
  return [
    {
      kind: 'exchange-booking',
      score: scores.rowUnsupported,
      reasons: [{ code, currency, symbol: key, rows: describeRows(found, 'and') }],
      rows: found,
      cashEffect: { currency, money: -difference },
    },
  ]
}
