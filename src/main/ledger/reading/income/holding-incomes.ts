import { describePayments, type AccountIncome } from '#main/insight/income/account-income.ts'
import type { AssignedPayments } from '#main/insight/income/assigned-payments.ts'
import type { RateOfDay } from '#main/insight/income/other-currency.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import type { AccountBook } from './income-accounts.ts'
import { freshSteps, knownOf, separate, type IncomeBasis, type SymbolSteps } from './income-parts.ts'

/** Something that was calculated for a number of pieces. */
interface Known<T> {
  readonly held: bigint | null
  readonly value: T
}

/** The income that was described with these taxes. */
interface Described {
  readonly taxes: string
  readonly income: AccountIncome
}

/** The income of each holding. It is kept; after a change of rows only the holdings with these rows are calculated again. */
export class HoldingIncomes {
  /** By account key and symbol: the income where all taxes name an instrument, otherwise the payments and the income. */
  readonly #incomes = new Map<string, Known<AccountIncome>>()
  readonly #payments = new Map<string, Known<AssignedPayments>>()
  readonly #described = new WeakMap<AssignedPayments, Described>()

  /** Forgets holdings as `LedgerReplay.takeReplayed` names them. */
  forget(changed: ReadonlySet<string> | 'all'): void {
    for (const known of [this.#incomes, this.#payments])
      if (changed === 'all') known.clear()
      else for (const holding of changed) known.delete(holding)
  }

  /** Calculates the holdings of an account one by one, in steps. */
  *prepare(book: AccountBook, basis: IncomeBasis): Generator<void, void> {
    const { alone, hasUnnamedTaxes } = separate(book, basis.instruments.names)
    const { read, assign } = this.steps(book, basis)
    for (const symbol of alone) {
      if (hasUnnamedTaxes) assign(symbol)
      else read(symbol)
      yield
    }
  }

  /** Steps that take what is kept. */
  steps(book: AccountBook, basis: IncomeBasis): SymbolSteps {
    const watched = watchRates(basis)
    const fresh = freshSteps(book, watched.basis)
    /** Rates come from rows of other holdings, so a result with a rate may change with them and is not kept. */
    const keep = <T>(known: Map<string, Known<T>>, symbol: string, calculate: (symbol: string) => T): T => {
      const [key, held] = [`${book.key} ${symbol}`, book.heldNow(symbol)]
      const before = known.get(key)
      if (before?.held === held) return before.value
      watched.begin()
      const value = calculate(symbol)
      if (watched.isAsked()) known.delete(key)
      else known.set(key, { held, value })
      return value
    }
    const assign = (symbol: string): AssignedPayments => keep(this.#payments, symbol, fresh.assign)
    return {
      assign,
      read: (symbol) => keep(this.#incomes, symbol, fresh.read),
      describe: (symbol, taxes) => {
        const part = assign(symbol)
        const text = taxes.map((each) => `${idsOf(each.taxes)};${idsOf(each.unassignedTaxes)}`).join('\n')
        const before = this.#described.get(part)
        if (before?.taxes === text) return before.income
        watched.begin()
        const income = describePayments(book, part, taxes, knownOf(watched.basis))
        if (!watched.isAsked()) this.#described.set(part, { taxes: text, income })
        return income
      },
    }
  }
}

const idsOf = (rows: readonly LedgerRow[]): string => rows.map(({ id }) => id).join(',')

/** The same basis, and whether a rate was asked since `begin`. */
function watchRates(basis: IncomeBasis) {
  let isAsked = false
  const rateOf: RateOfDay = (from, to, day) => {
    isAsked = true
    return basis.rateOf(from, to, day)
  }
  return { basis: { ...basis, rateOf }, begin: () => void (isAsked = false), isAsked: () => isAsked }
}
