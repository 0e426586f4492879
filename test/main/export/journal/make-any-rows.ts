import { dayMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { seededRandom } from '../../../fakes/random.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'

const categories = [
  'OTHERS',
  'TRANSFER',
  'INCOME',
  'OUTCOMES',
  'TAX',
  'COMMISSION',
  'DEPOSIT',
  'INHERITANCE',
  'LOAN',
  '',
]
/** Words that decide the kind of a row, and text that a journal could read as syntax. */
const names = [
  ...['Покупка актива', 'Продажа актива', 'Дробление акций', 'Погашение облигации', 'Частичное погашение номинала'],
  ...['Экспирация опциона', 'Дивиденды', '', '; comment', '| note', '(code) * !', '"quoted" \\', 'two\nlines\r\n\tend'],
  ...[
    '2024-01-01 open Assets:Evil',
    'tag:value, other:tag',
    '=SUM(A1)',
    '\u0000\u001B[31m\u2028',
    '{{1 RUB}} @@ 2 USD',
  ],
]
const symbols = [
  '',
  'A@X',
  'B@MISX',
  'RUB',
  'a b"c;d@x',
  '1@2',
  'Ю@МСК',
  'TOO-LONG-FOR-A-COMMODITY@MISX',
  'A.X',
  '%:RUB',
]
const currencies = ['RUB', 'USD', 'usdt', 'B2']

const keptKinds = ['repo', 'securities-loan', 'reversal', 'split', 'currency-exchange'] as const

/** Random kinds that keep lots, as the user chooses them, for some of the rows. */
export function anyKeptKinds(seed: number, rows: readonly Transaction[]) {
  const random = seededRandom(seed)
  const usual = rows.filter(({ change }) => change === null || ['RUB', 'USD'].includes(change.currency))
  return usual.flatMap(({ id }) =>
    random() < 0.4 ? [] : [{ id, kind: keptKinds[Math.floor(random() * keptKinds.length)] ?? 'repo' }],
  )
}

/** Random rows of every kind, with valid and invalid amounts. */
export function anyRows(seed: number, count: number): Transaction[] {
  const random = seededRandom(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const number = (digits: number): string => (Math.round((random() - 0.5) * 2_000_000) / 10 ** digits).toFixed(digits)
  return Array.from({ length: count }, (_, index) => {
    const pieces = pick([null, null, number(3), String(Math.round((random() - 0.4) * 20)), '0'])
    const money = pick([null, number(2), number(2), number(6), '0', '100'])
    return makeTransaction(`${index};"(${index})`, Date.UTC(2024, 0, 1) + Math.floor(random() * 90) * dayMs, {
      ...{ category: pick(categories), name: pick(names), symbol: pick(symbols) },
      change: money === null ? null : { currency: pick(currencies), amount: dec(money) },
      changeQuantity: pieces === null ? null : dec(pieces),
      trade: pick([null, { size: dec('3'), price: dec('99.123456'), accruedInterest: pick([null, dec('1.23')]) }]),
    })
  })
}
