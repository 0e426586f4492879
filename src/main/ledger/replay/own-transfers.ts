import type { LotMethod } from '../../../shared/model/ledger/ledger.ts'
import type { LedgerChange } from '../../cache/ledger/changes.ts'
import type { LedgerRows } from '../../cache/ledger/rows.ts'
import type { LedgerDimension } from '../../cache/ledger/row-statements.ts'
import type { SymbolFacts } from '../../insight/ledger/symbol-facts.ts'
import type { Arrivals } from '../../insight/ledger/holding-state.ts'
import { findArrivals, noArrivals, type AccountRow } from '../../insight/ledger/own-transfers.ts'
import { textOfArrivals, type LedgerChoices, type OpeningPieces } from './replay-inputs.ts'
import type { RowDecoder } from './row-decoder.ts'

interface Inputs {
  readonly choices: LedgerChoices
  readonly changes: readonly LedgerChange[]
  readonly decoder: RowDecoder
  readonly openings: OpeningPieces
  readonly factsOf: (symbol: string) => SymbolFacts
  /** Whether something other than rows may have changed. */
  readonly isAll: boolean
}

/** Facts about accounts in addition to their rows, by their keys. */
export interface OwnAccounts {
  /** Whether all rows of an account are loaded. */
  isLoaded(account: number): boolean
  /** Whether an account that sold more pieces of an instrument than it held sold short. `left`: its pieces after all rows. */
  areShort(account: number, symbol: string, left: bigint): boolean
}

interface ShortQuestion {
  readonly account: number
  readonly left: bigint
  readonly areShort: boolean
}

const beforeAll = Number.MIN_SAFE_INTEGER
/** Rows between two pauses. They take a few milliseconds. */
const rowsInStep = 1_000

/**
 * The pieces that own accounts receive from each other, with their cost. Only these holdings depend on each other. Few
 * instruments are ever transferred, so all rows of these are read again.
 */
export class OwnTransfers {
  readonly #rows: LedgerRows
  readonly #own: OwnAccounts
  /** By symbol, then by account. */
  readonly #arrivals = new Map<string, ReadonlyMap<number, Arrivals>>()
  /** The accounts that sent or received an instrument, by symbol; `null` before the first reading. */
  #accounts: ReadonlyMap<string, readonly number[]> | null = null
  /** The accounts whose rows were all loaded at the last reading, as text. */
  #whole = ''
  /** The questions about short sales of the last reading, by symbol. */
  readonly #shortSales = new Map<string, readonly ShortQuestion[]>()

  constructor(rows: LedgerRows, own: OwnAccounts) {
    this.#rows = rows
    this.#own = own
  }

  of(account: number, symbol: string): Arrivals {
    return this.#arrivals.get(symbol)?.get(account) ?? noArrivals
  }

  *#find(symbol: string, method: LotMethod, { decoder, openings, factsOf }: Inputs) {
    const accounts = this.#accounts?.get(symbol)
    if (accounts === undefined) return new Map<number, Arrivals>()
    const rows = yield* this.#readRows(symbol, accounts, decoder)
    const openingOf = (account: number): bigint => openings.of(account, symbol)
    const questions: ShortQuestion[] = []
    const areShort = (account: number, left: bigint): boolean => {
      const answer = this.#own.areShort(account, symbol, left)
      questions.push({ account, left, areShort: answer })
      return answer
    }
    const isLoaded = (account: number): boolean => this.#own.isLoaded(account)
    const found = findArrivals({ rows, method, facts: factsOf(symbol), isLoaded, areShort, openingOf })
    this.#shortSales.set(symbol, questions)
    return found
  }

  /** Whether the rows of the same accounts are all loaded as at the last reading. */
  get isCurrent(): boolean {
    return this.#whole === this.#wholeNow() && [...this.#shortSales.keys()].every((symbol) => !this.#isOther(symbol))
  }

  /** Whether a sale has become a short sale since the last reading, or has stopped being one. */
  #isOther(symbol: string): boolean {
    return (this.#shortSales.get(symbol) ?? []).some(
      ({ account, left, areShort }) => this.#own.areShort(account, symbol, left) !== areShort,
    )
  }

  /** Updates the transfers in steps. Returns whether any of them changed. */
  *update(inputs: Inputs): Generator<void, boolean> {
    const changed = inputs.changes.map(({ dimension }) => inputs.decoder.dimension(dimension))
    const isAny = changed.some((each) => each === null || each.kind.startsWith('securities-transfer'))
    if (this.#accounts === null || isAny || inputs.isAll)
      this.#accounts = accountsByTransferred(this.#rows.dimensions())
    const isAll = inputs.isAll || isAny || this.#whole !== this.#wholeNow()
    this.#whole = this.#wholeNow()
    const symbols = new Set(changed.map((each) => each?.symbol ?? ''))
    let hasChanged = false
    for (const symbol of this.#arrivals.keys()) {
      if (this.#accounts.has(symbol)) continue
      this.#arrivals.delete(symbol)
      this.#shortSales.delete(symbol)
      hasChanged = true
    }
    for (const symbol of this.#accounts.keys()) {
      if (!isAll && !symbols.has(symbol) && !this.#isOther(symbol)) continue
      const arrivals = yield* this.#find(symbol, inputs.choices.method, inputs)
      hasChanged ||= textOf(this.#arrivals.get(symbol)) !== textOf(arrivals)
      this.#arrivals.set(symbol, arrivals)
      yield
    }
    return hasChanged
  }

  *#readRows(symbol: string, accounts: readonly number[], decoder: RowDecoder): Generator<void, AccountRow[]> {
    const rows: AccountRow[] = []
    for (const account of accounts) {
      const keys = this.#rows.keysOf(account, symbol, beforeAll)
      for (let first = 0; first < keys.length; first += rowsInStep) {
        for (const raw of this.#rows.byKeys(keys.slice(first, first + rowsInStep))) {
          const placed = decoder.decode(raw)
          if (placed !== null) rows.push(placed)
        }
        if (keys.length > rowsInStep) yield
      }
    }
    return rows
  }

  #wholeNow(): string {
    const accounts = new Set([...(this.#accounts?.values() ?? [])].flat())
    return [...accounts]
      .filter((account) => this.#own.isLoaded(account))
      .sort((a, b) => a - b)
      .join()
  }
}

const textOf = (arrivals: ReadonlyMap<number, Arrivals> | undefined): string =>
  JSON.stringify([...(arrivals ?? [])].map(([account, own]) => [account, textOfArrivals(own)]))

/** The accounts that sent or received an instrument, for instruments that at least two accounts sent or received. */
export function accountsByTransferred(dimensions: readonly LedgerDimension[]): ReadonlyMap<string, readonly number[]> {
  const transfers = dimensions.filter(({ kind, symbol }) => symbol !== '' && kind.startsWith('securities-transfer'))
  const bySymbol = Map.groupBy(transfers, ({ symbol }) => symbol)
  return new Map(
    [...bySymbol].flatMap(([symbol, own]) => {
      const accounts = [...new Set(own.map(({ account }) => account))]
      return accounts.length > 1 ? [[symbol, accounts] as const] : []
    }),
  )
}
