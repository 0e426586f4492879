import {
  describePayments,
  readAccountIncome,
  type AccountIncome,
  type TaxesOfPayment,
} from '#main/insight/income/account-income.ts'
import { assignPayments, type AssignedPayments, type KnownIncome } from '#main/insight/income/assigned-payments.ts'
import type { IssuerNames } from '#main/insight/income/issuer-names.ts'
import type { RateOfDay } from '#main/insight/income/other-currency.ts'
import { attributeTaxes, type Taxable } from '#main/insight/income/taxes.ts'
import { compareRows, type LedgerRow } from '#main/insight/ledger/row.ts'
import type { AccountBook } from './income-accounts.ts'
import type { IncomeInstruments } from './instruments.ts'

export interface KnownInstruments extends IncomeInstruments {
  readonly names: IssuerNames
}

/** The data that the incomes of all accounts share. `now` in UTC ms. */
export interface IncomeBasis {
  readonly instruments: KnownInstruments
  readonly rateOf: RateOfDay
  readonly now: number
}

/** How the income of a symbol is read. */
export interface SymbolSteps {
  /** With the taxes that name the symbol, if all taxes name one. */
  readonly read: (symbol: string) => AccountIncome
  /** The payments; then the rows of income, with taxes for each of the `taxables`. */
  readonly assign: (symbol: string) => AssignedPayments
  readonly describe: (symbol: string, taxes: readonly TaxesOfPayment[]) => AccountIncome
}

/** Calculates each step again, and keeps nothing. */
export const freshSteps = (book: AccountBook, basis: IncomeBasis): SymbolSteps => {
  const ofSymbol = (symbol: string) => ({ ...book, symbols: [symbol], rows: book.rowsOf(symbol) })
  const assign = (symbol: string): AssignedPayments => assignPayments(ofSymbol(symbol), knownOf(basis))
  return {
    read: (symbol) => readAccountIncome(ofSymbol(symbol), knownOf(basis)),
    assign,
    describe: (symbol, taxes) => describePayments(book, assign(symbol), taxes, knownOf(basis)),
  }
}

export const knownOf = ({ instruments, rateOf, now }: IncomeBasis): KnownIncome => ({
  instrumentOf: (symbol) => instruments.bySymbol.get(symbol) ?? null,
  issuers: instruments.names,
  rateOf,
  now,
})

/**
 * The income of an account in parts: each symbol, then rows without a symbol with the instruments of their issuers. A tax
 * that names no instrument may belong to a payment of any part: then the taxes of all parts are attributed together. Only
 * payments and taxes are kept for that.
 */
export function* incomeParts(
  book: AccountBook,
  basis: IncomeBasis,
  steps: SymbolSteps = freshSteps(book, basis),
): Generator<AccountIncome> {
  const { alone, linked, loose, hasUnnamedTaxes } = separate(book, basis.instruments.names)
  const readLinked = () => ({
    ...book,
    symbols: linked,
    rows: [...loose, ...linked.flatMap((symbol) => book.rowsOf(symbol))].sort(compareRows),
  })
  if (!hasUnnamedTaxes) {
    for (const symbol of alone) yield steps.read(symbol)
    if (loose.length > 0) yield readAccountIncome(readLinked(), knownOf(basis))
    return
  }
  const last = assignPayments(readLinked(), knownOf(basis))
  const [taxesOfLast = [], ...taxesOf] = attributeTogether(
    [taxedPart(last), ...alone.map((symbol) => taxedPart(steps.assign(symbol)))],
    basis.instruments.names,
  )
  for (const [index, symbol] of alone.entries()) yield steps.describe(symbol, taxesOf[index] ?? [])
  yield describePayments(book, last, taxesOfLast, knownOf(basis))
}

interface TaxedPart {
  readonly taxes: readonly LedgerRow[]
  readonly taxables: readonly Taxable[]
}

const taxedPart = ({ rows, taxables }: AssignedPayments): TaxedPart => ({
  taxes: rows.filter(({ kind }) => kind === 'tax'),
  taxables: taxables.map(({ symbol, payments }) => ({ symbol, payments })),
})

/** The taxes of the payments of each part, which may be rows of any part. */
function attributeTogether(parts: readonly TaxedPart[], names: IssuerNames): TaxesOfPayment[][] {
  const rows = parts.flatMap(({ taxes }) => taxes).sort(compareRows)
  const taxables = parts.flatMap((part) => part.taxables)
  const { taxes, unassigned } = attributeTaxes(rows, taxables, names)
  return parts.map((part) =>
    part.taxables.map((each) => ({ taxes: taxes.get(each) ?? [], unassignedTaxes: unassigned.get(each) ?? [] })),
  )
}

/**
 * The symbols that are calculated alone, and those to which rows without a symbol may belong: the instruments of an issuer
 * in their name. An unnamed tax names neither an instrument nor an issuer.
 */
export function separate(book: AccountBook, names: IssuerNames) {
  const loose = book.rowsOf('')
  const linked = new Set(loose.flatMap(({ name }) => names.symbolsIn(name)))
  return {
    alone: book.symbols.filter((symbol) => !linked.has(symbol)),
    linked: book.symbols.filter((symbol) => linked.has(symbol)),
    loose,
    hasUnnamedTaxes: loose.some(({ kind, name }) => kind === 'tax' && names.symbolsIn(name).length === 0),
  }
}
