import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SeriesReader } from '#main/ledger/reading/series-reader.ts'
import { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { Transaction, TransactionKind } from '#shared/model/transaction/transaction.ts'
import { runs } from '../../../runs.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { fifo, makeTrade, openLedgerRig } from '../rig.ts'

const accounts = ['1900001', '1900002']
const symbols = ['A@X', 'B@X']
const kinds = ['repo', 'securities-loan', 'reversal', 'split', 'split', 'currency-exchange'] as const

interface AnyRow {
  readonly account: string
  readonly row: Transaction
  /** The kind that the user chooses; `null`: the rules decide. */
  readonly kind: TransactionKind | null
}

const anyRow = fc
  .record({
    id: fc.integer({ min: 1, max: 3_000 }),
    account: fc.constantFrom(...accounts),
    second: fc.nat(4),
    symbol: fc.constantFrom(...symbols),
    pieces: fc.constantFrom(-10, -10, -5, 10, 10, 20),
    cents: fc.integer({ min: 1, max: 9_999 }),
    move: fc.constantFrom<'trade' | 'transfer' | TransactionKind>('trade', 'transfer', ...kinds),
  })
  .map(({ id, account, second, symbol, pieces, cents, move }): AnyRow => {
    const money = ((-Math.sign(pieces) * cents) / 100).toFixed(2)
    const at = second * 40_000
    const trade = makeTrade(String(id), at, symbol, String(pieces), money)
    const bare = { category: 'TRANSFER', name: 'Перевод', symbol, change: null, changeQuantity: dec(String(pieces)) }
    const isBare = move === 'transfer' || move === 'split' || move === 'securities-loan'
    return {
      account,
      row: isBare ? makeTransaction(String(id), at, { ...bare, trade: null }) : trade,
      kind: move === 'trade' || move === 'transfer' ? null : move,
    }
  })

const later = ({ row, ...rest }: AnyRow, ms: number): AnyRow => ({ ...rest, row: { ...row, at: row.at + ms } })

type Rig = ReturnType<typeof openLedgerRig>

async function write(rig: Rig, rows: readonly AnyRow[]): Promise<void> {
  for (const account of accounts) {
    const own = rows.filter((each) => each.account === account)
    await rig.write(
      own.map(({ row }) => row),
      account,
    )
    for (const { row, kind } of own)
      await rig.cache.transactions.kinds.choose({ scope: 'row', accountId: account, id: row.id }, kind)
  }
}

/** All stored holdings, with their series at the end. */
const stored = (rig: Rig) =>
  accounts.flatMap((account, index) =>
    symbols.map((symbol) => [rig.holding(symbol, account), new SeriesReader(rig.db).at(index + 1, symbol, Infinity)]),
  )

it('rows of all kinds that keep lots, read in parts, give the holdings of a whole replay', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...LotMethod.options),
      fc.array(fc.array(anyRow, { maxLength: 14 }), { minLength: 1, maxLength: 4 }),
      async (method, responses) => {
        const rig = openLedgerRig()
        const known = new Map<string, AnyRow>()
        for (const account of accounts) await rig.write([], account)
        for (const [index, response] of responses.entries()) {
          // Most rows are newer than all before.
          const rows = response.map((each, place) => (place % 5 === 4 ? each : later(each, index * 5 * 40_000)))
          // The service repeats rows with the same content.
          const added = rows.filter(({ account, row }) => !known.has(`${account} ${row.id}`))
          const distinct = [...new Map(added.map((each) => [`${each.account} ${each.row.id}`, each])).values()]
          for (const each of distinct) known.set(`${each.account} ${each.row.id}`, each)
          await write(rig, distinct)
          rig.refresh({ ...fifo, method })
        }
        const whole = openLedgerRig()
        await write(whole, [...known.values()].toReversed())
        whole.refresh({ ...fifo, method })
        expect(stored(rig)).toEqual(stored(whole))
      },
    ),
    { numRuns: runs(25) },
  )
})

const dayMs = 86_400_000
const bare = (id: string, days: number, symbol: string, pieces: string, kind: TransactionKind | null): AnyRow => ({
  ...{ account: '1900001', kind },
  row: makeTransaction(id, days * dayMs, {
    ...{ category: 'TRANSFER', name: 'Перевод', symbol, change: null, changeQuantity: dec(pieces), trade: null },
  }),
})
const traded = (
  id: string,
  days: number,
  pieces: string,
  money: string,
  kind: TransactionKind | null = null,
): AnyRow => ({
  ...{ account: '1900001', kind, row: makeTrade(id, days * dayMs, 'A@X', pieces, money) },
})
const bought = [traded('1', 1, '60', '-600'), traded('2', 2, '40', '-800')]

it.each<[string, AnyRow[]]>([
  ['a split', [bare('3', 3, 'A@X', '-100', 'split'), bare('4', 4, 'A@X', '10', 'split')]],
  ['a split that never comes', [bare('3', 3, 'A@X', '-100', 'split'), bare('4', 9, 'A@X', '10', 'split')]],
  ['a repo', [traded('3', 3, '-100', '9500', 'repo'), traded('4', 4, '100', '-9503', 'repo')]],
  ['a reversal', [traded('3', 3, '40', '-400', 'reversal'), traded('4', 4, '-40', '400', 'reversal')]],
  ['a conversion', [bare('3', 3, 'A@X', '-100', 'split'), bare('4', 3, 'B@X', '10', 'split')]],
  ['a move out and back', [bare('3', 3, 'A@X', '-100', null), bare('4', 4, 'A@X', '100', null)]],
])('rows that are read one by one give the holdings of a whole replay: %s', async (_, rows) => {
  const [rig, whole] = [openLedgerRig(), openLedgerRig()]
  for (const row of [...bought, ...rows]) {
    await write(rig, [row])
    rig.refresh(fifo)
  }
  await write(whole, [...bought, ...rows])
  whole.refresh(fifo)
  expect(stored(rig)).toEqual(stored(whole))
  expect(stored(rig).flat()).not.toEqual([null, null, null, null, null, null, null, null])
})
