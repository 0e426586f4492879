import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readAccountIncome, type AccountIncome } from '#main/insight/income/account-income.ts'
import { byDate, type IncomeEvent } from '#main/insight/income/income-event.ts'
import { IssuerNames } from '#main/insight/income/issuer-names.ts'
import { compareRows, type LedgerRow } from '#main/insight/ledger/row.ts'
import { HoldingIncomes } from '#main/ledger/reading/income/holding-incomes.ts'
import type { AccountBook } from '#main/ledger/reading/income/income-accounts.ts'
import { incomeParts, knownOf, type IncomeBasis } from '#main/ledger/reading/income/income-parts.ts'
import { dividend, now, paid, units } from '../../../insight/income/income-rig.ts'

const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString().slice(0, 10)

const keptParts = (kept: HoldingIncomes, book: AccountBook, basis: IncomeBasis) => [
  ...incomeParts(book, basis, kept.steps(book, basis)),
]

/** An account that holds ten pieces of each symbol, with these events and rows. */
function openBook(symbols: readonly string[], events: readonly IncomeEvent[], rows: readonly LedgerRow[]) {
  const book: AccountBook = {
    ...{ accountId: '1', key: 1, symbols, covered: [{ from: 0, to: now }] },
    rowsOf: (symbol) => rows.filter((row) => row.symbol === symbol).sort(compareRows),
    seriesOf: () => ({ opening: units('10'), points: [] }),
    heldNow: () => units('10'),
  }
  const instrumentOf = (symbol: string) => ({
    ...{ symbol, events: events.filter((event) => event.symbol === symbol), readUntil: () => now / 86_400_000 },
  })
  const basis: IncomeBasis = {
    instruments: {
      ...{ bySymbol: new Map(symbols.map((symbol) => [symbol, instrumentOf(symbol)])), issuers: [], unread: [] },
      names: new IssuerNames(symbols.map((symbol) => ({ symbol, name: `Issuer ${symbol}`, isin: '' }))),
    },
    ...{ rateOf: () => null, now },
  }
  return { book, basis }
}

const join = (parts: readonly AccountIncome[]) => ({
  rows: parts.flatMap(({ rows }) => rows).sort(byDate),
  taxes: parts
    .flatMap(({ taxes }) => taxes)
    .map(({ tax, paid: rows, isAssigned }) => [tax.id, isAssigned, ...rows.map(({ id }) => id)].join(' '))
    .sort(),
})

const symbols = ['AAAA@X', 'BBBB@X', 'CCCC@X']
const anyPayment = fc.record({ of: fc.nat(2), day: fc.nat(90), each: fc.integer({ min: 10, max: 60 }) })
const anyTax = fc.record({
  ...{ day: fc.nat(95), amount: fc.constantFrom('-13', '-26', '-39', '-52', '-1.3', '-65') },
  of: fc.constantFrom('', '', '', 'AAAA@X', 'BBBB@X'),
})

it('income in parts, fresh or kept, equals that of all instruments together, in any order of rows', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyPayment, { selector: ({ of, day }) => `${of} ${day}`, maxLength: 8 }),
      fc.array(anyTax, { maxLength: 6 }),
      (payments, taxes) => {
        const symbolOf = (index: number): string => symbols[index] ?? ''
        const events = payments.flatMap(({ of, day, each }) => dividend(dayOf(day), String(each), symbolOf(of), 'RUB'))
        const rows = [
          ...payments.map(({ of, day, each }) =>
            paid(dayOf(day), String(each * 10), { symbol: symbolOf(of), currency: 'RUB' }),
          ),
          ...taxes.map(({ of, day, amount }) =>
            paid(dayOf(day), amount, { kind: 'tax', name: 'Налог', symbol: of, currency: 'RUB' }),
          ),
        ]
        const { book, basis } = openBook(symbols, events, rows)
        const together = readAccountIncome({ ...book, symbols, rows: rows.toSorted(compareRows) }, knownOf(basis))
        expect(join([...incomeParts(book, basis)])).toEqual(join([together]))
        const kept = new HoldingIncomes()
        for (const _ of kept.prepare(book, basis));
        expect(join(keptParts(kept, book, basis))).toEqual(join([together]))
        const reversed = openBook(symbols, events, rows.toReversed()).book
        expect(join(keptParts(kept, reversed, basis))).toEqual(join([together]))
      },
    ),
    { numRuns: 200 },
  )
})

it('a tax without a symbol belongs to its payment among those of 300 instruments', () => {
  const many = Array.from({ length: 300 }, (_, index) => `S${String(index).padStart(3, '0')}@X`)
  const events = many.flatMap((symbol) => dividend('2026-03-05', '10', symbol, 'RUB'))
  const rows = many.map((symbol, index) =>
    paid('2026-03-05', index === 250 ? '777' : '100', { symbol, currency: 'RUB' }),
  )
  const tax = paid('2026-03-06', '-101', { kind: 'tax', name: 'Налог', symbol: '', currency: 'RUB' })
  const { book, basis } = openBook(many, events, [...rows, tax])
  const income = join([...incomeParts(book, basis)])
  expect(income.rows.filter((row) => row.tax !== '0').map((row) => [row.symbol, row.tax])).toEqual([['S250@X', '101']])
})

it('what is kept is described again when a tax comes that changes it', () => {
  const events = dividend('2026-03-05', '10', 'AAAA@X', 'RUB')
  const rows = [
    paid('2026-03-05', '100', { symbol: 'AAAA@X', currency: 'RUB' }),
    paid('2026-05-01', '-13', { kind: 'tax', name: 'Налог', symbol: '', currency: 'RUB' }),
  ]
  const late = paid('2026-03-06', '-13', { kind: 'tax', name: 'Налог', symbol: '', currency: 'RUB' })
  const kept = new HoldingIncomes()
  const taxOf = (all: readonly LedgerRow[]) => {
    const { book, basis } = openBook(symbols, events, all)
    const income = keptParts(kept, book, basis).flatMap((part) => part.rows)
    return income.find(({ date }) => date === '2026-03-05')?.tax
  }
  expect([taxOf(rows), taxOf([...rows, late]), taxOf(rows)]).toEqual(['0', '13', '0'])
})
