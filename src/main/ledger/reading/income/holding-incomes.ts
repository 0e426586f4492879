import { readAccountIncome, type AccountIncome } from '../../../insight/income/account-income.ts'
import { byDate } from '../../../insight/income/income-event.ts'
import type { RateOfDay } from '../../../insight/income/other-currency.ts'
import type { IssuerNames } from '../../../insight/income/issuer-name.ts'
import { compareRows, type LedgerRow } from '../../../insight/ledger/row.ts'
import type { AccountBook } from './accounts.ts'
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

/** Instruments of an account that are calculated together. They take a few milliseconds. */
const maxTogether = 200

/** The income of each holding. It is kept; after a change of rows only the holdings with these rows are calculated again. */
export class HoldingIncomes {
  /** By account key and symbol, with the pieces for which the income was calculated. */
  readonly #known = new Map<string, { readonly held: bigint | null; readonly income: AccountIncome }>()

  /** Forgets holdings as `LedgerReplay.takeReplayed` names them. */
  forget(changed: ReadonlySet<string> | 'all'): void {
    if (changed === 'all') this.#known.clear()
    else for (const holding of changed) this.#known.delete(holding)
  }

  /** Calculates the holdings of an account one by one, in steps. Afterwards `readAccount` is fast. */
  *prepare(book: AccountBook, basis: IncomeBasis): Generator<void, void> {
    const { alone } = separate(book, basis.instruments.names)
    for (const symbol of alone) {
      this.#read(book, symbol, basis)
      yield
    }
  }

  /** The income of each symbol. Symbols to which rows without a symbol may belong are calculated together. */
  readAccount(book: AccountBook, basis: IncomeBasis): AccountIncome {
    const parts = [...incomeParts(book, basis, (symbol) => this.#read(book, symbol, basis))]
    return {
      rows: parts.flatMap((part) => part.rows).sort(byDate),
      unassigned: parts.flatMap(({ unassigned }) => unassigned),
    }
  }

  #read(book: AccountBook, symbol: string, basis: IncomeBasis): AccountIncome {
    const [key, held] = [`${book.key} ${symbol}`, book.heldNow(symbol)]
    const before = this.#known.get(key)
    if (before?.held === held) return before.income
    const asked: string[] = []
    const rateOf: RateOfDay = (from, to, day) => {
      asked.push(from)
      return basis.rateOf(from, to, day)
    }
    const income = readAlone(book, symbol, { ...basis, rateOf })
    // Rates come from rows of other holdings, so such a result may change with them.
    if (asked.length > 0) this.#known.delete(key)
    else this.#known.set(key, { held, income })
    return income
  }
}

/** The income of an account in parts: each symbol alone, then those to which rows without a symbol may belong. */
export function* incomeParts(
  book: AccountBook,
  basis: IncomeBasis,
  read = (symbol: string): AccountIncome => readAlone(book, symbol, basis),
): Generator<AccountIncome> {
  const { alone, linked, loose } = separate(book, basis.instruments.names)
  for (const symbol of alone) yield read(symbol)
  if (loose.length === 0) return
  const rows = [...loose, ...linked.flatMap((symbol) => book.rowsOf(symbol))].sort(compareRows)
  yield readIncome({ ...book, symbols: linked, rows }, basis)
}

const readAlone = (book: AccountBook, symbol: string, basis: IncomeBasis): AccountIncome =>
  readIncome({ ...book, symbols: [symbol], rows: book.rowsOf(symbol) }, basis)

type AccountHistory = Parameters<typeof readAccountIncome>[0]

const readIncome = (account: AccountHistory, { instruments, rateOf, now }: IncomeBasis): AccountIncome =>
  readAccountIncome(account, {
    ...{ instrumentOf: (symbol) => instruments.bySymbol.get(symbol) ?? null, issuers: instruments.names },
    ...{ rateOf, now },
  })

/**
 * The symbols that are calculated alone, and those to which rows without a symbol may belong. A tax that names no instrument
 * may belong to any of them, so these are calculated together. In a large account such a tax is assigned to none.
 */
function separate(book: AccountBook, names: IssuerNames) {
  const isSmall = book.symbols.length <= maxTogether
  const isUnnamedTax = ({ kind, name }: LedgerRow): boolean => kind === 'tax' && names.symbolsIn(name).length === 0
  const loose = book.rowsOf('').filter((row) => isSmall || !isUnnamedTax(row))
  const linked = new Set(loose.some(isUnnamedTax) ? book.symbols : loose.flatMap(({ name }) => names.symbolsIn(name)))
  return {
    alone: book.symbols.filter((symbol) => !linked.has(symbol)),
    linked: book.symbols.filter((symbol) => linked.has(symbol)),
    loose,
  }
}
