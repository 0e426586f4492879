import { expect, test } from 'vitest'
import { LedgerRows } from '#main/cache/ledger/ledger-rows.ts'
import { attributeCharges, rowsOf, type AttributedCharge } from '#main/insight/ledger/attribute-charges.ts'
import { concerns } from '#main/insight/ledger/charge-totals.ts'
import { compareRows } from '#main/insight/ledger/row.ts'
import { ChargeReader } from '#main/ledger/reading/charges.ts'
import { RowDecoder } from '#main/ledger/replay/row-decoder.ts'
import { dayMs, hourMs, secondMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { seededRandom } from '../../../fakes/random.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { accountId, makeTrade, openLedgerRig } from '../rig.ts'

const start = Date.UTC(2024, 0, 1)
const money = (id: string, at: number, category: string, name: string, amount: string, symbol = ''): Transaction =>
  makeTransaction(id, at, {
    ...{ category, name, symbol, change: { currency: 'RUB', amount: dec(amount) } },
    ...{ changeQuantity: null, trade: null },
  })

/** Random rows of two accounts in time order: trades in bursts, commissions after them, dividends and their taxes. */
function drawRows(count: number, seed: number): Transaction[] {
  const random = seededRandom(seed)
  let at = start
  return Array.from({ length: count }, (_, index) => {
    at +=
      random() < 0.5 ? 0 : random() < 0.7 ? secondMs * Math.floor(random() * 50) : hourMs * Math.floor(random() * 60)
    const id = String(1_000_000 + index)
    const symbol = `S${Math.floor(random() * 4)}@MISX`
    const kind = random()
    if (kind < 0.4) return makeTrade(id, at, symbol, '1', `-${100 + Math.floor(random() * 2_000)}`)
    if (kind < 0.8) return money(id, at, 'COMMISSION', 'Брокерская комиссия', `-${1 + Math.floor(random() * 60)}`)
    if (kind < 0.9) return money(id, at, 'INCOME', 'Дивиденды', '90', symbol)
    return money(id, at, 'TAX', 'Налог', '-13', random() < 0.8 ? symbol : '')
  })
}

const textOf = ({ charge, owner }: AttributedCharge) =>
  [charge.id, owner.kind, ...rowsOf(owner).map(({ id }) => id)].join(' ')
const collect = (parts: Iterable<readonly AttributedCharge[]>) => [...parts].flat().map(textOf).sort()

test('charges read in parts and windows have the same owners as when read in one part', async () => {
  const rig = openLedgerRig()
  await rig.write(drawRows(3_500, 7))
  await rig.write(drawRows(500, 8), '1900002')
  const rows = new LedgerRows(rig.db)
  const decoder = new RowDecoder(rows)
  const all = rows
    .since(1, start)
    .flatMap((raw) => decoder.decode(raw)?.row ?? [])
    .sort(compareRows)
  const attributed = attributeCharges(all)
  const reader = new ChargeReader(rig.db)
  expect(new Set(attributed.map(({ owner }) => owner.kind))).toEqual(new Set(['row', 'order', 'account', 'ambiguous']))
  expect(collect(reader.chargesOf(accountId, start, Infinity))).toEqual(attributed.map(textOf).sort())
  const [from, to] = [start + 40 * dayMs + 7, start + 90 * dayMs]
  expect(collect(reader.chargesOf(accountId, from, to))).toEqual(
    attributed
      .filter(({ charge: { at } }) => at >= from && at < to)
      .map(textOf)
      .sort(),
  )
  expect(collect(reader.chargesOfInstrument(accountId, 'S1@MISX'))).toEqual(
    attributed
      .filter((each) => concerns(each, 'S1@MISX'))
      .map(textOf)
      .sort(),
  )
  for (const row of all.filter((_, index) => index % 29 === 0)) {
    const near = collect(reader.chargesNear({ ...row, accountId, trade: row.trade !== null }))
    const own = attributed.filter(({ charge, owner }) => charge === row || rowsOf(owner).includes(row)).map(textOf)
    expect(near).toEqual(expect.arrayContaining(own))
  }
})

test('an account without rows has no charges', () => {
  expect(collect(new ChargeReader(openLedgerRig().db).chargesOf('none', start, Infinity))).toEqual([])
})
