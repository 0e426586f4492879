import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { LedgerChange } from '../../cache/ledger/changes.ts'
import type { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import type { Arrivals } from '../../insight/ledger/holding-state.ts'
import { findArrivals, noArrivals, type ArrivalsBySymbol } from '../../insight/ledger/own-transfers.ts'
import type { AccountRow } from '../../insight/ledger/pair-rows.ts'
import type { SymbolFacts } from '../../insight/ledger/symbol-facts.ts'
import { textOfArrivals, type LedgerChoices, type OpeningPieces } from './replay-inputs.ts'
import type { RowDecoder } from './row-decoder.ts'
import { transferGroups, type TransferGroup } from './transfer-groups.ts'

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
 * The pieces that own holdings receive from each other, with their cost. Only these holdings depend on each other. Few
 * instruments are ever transferred or converted, so all rows of these are read again.
 */
export class OwnTransfers {
  readonly #rows: LedgerRows
  readonly #own: OwnAccounts
  /** `null` before the first reading. */
  #groups: readonly TransferGroup[] | null = null
  /** By symbol, then by account. */
  #arrivals: ArrivalsBySymbol = new Map()
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

  /** Whether the rows of the same accounts are all loaded as at the last reading. */
  get isCurrent(): boolean {
    return this.#whole === this.#wholeNow() && [...this.#shortSales.keys()].every((symbol) => !this.#isOther(symbol))
  }

  /** Updates the transfers in steps. Returns whether any of them changed. */
  *update(inputs: Inputs): Generator<void, boolean> {
    const changed = inputs.changes.map(({ dimension }) => inputs.decoder.dimension(dimension))
    const isAny = changed.some((each) => each === null || movesLots(each.kind))
    if (this.#groups === null || isAny || inputs.isAll)
      this.#groups = transferGroups(this.#rows.dimensions(), this.#rows, inputs.decoder)
    const isAll = inputs.isAll || isAny || this.#whole !== this.#wholeNow()
    this.#whole = this.#wholeNow()
    const symbols = new Set(changed.map((each) => each?.symbol ?? ''))
    const before = this.#arrivals
    const arrivals = new Map<string, ReadonlyMap<number, Arrivals>>()
    for (const group of this.#groups) {
      const own = [...group.keys()]
      const isRead = isAll || own.some((symbol) => symbols.has(symbol) || this.#isOther(symbol))
      const found = isRead ? yield* this.#find(group, inputs.choices.method, inputs) : before
      for (const symbol of own) arrivals.set(symbol, found.get(symbol) ?? new Map<number, Arrivals>())
      if (isRead) yield
    }
    this.#arrivals = arrivals
    for (const symbol of this.#shortSales.keys()) if (!arrivals.has(symbol)) this.#shortSales.delete(symbol)
    return textOf(before) !== textOf(arrivals)
  }

  *#find(group: TransferGroup, method: LotMethod, { decoder, openings, factsOf }: Inputs) {
    const rows = yield* this.#readRows(group, decoder)
    for (const symbol of group.keys()) this.#shortSales.set(symbol, [])
    const areShort = (account: number, symbol: string, left: bigint): boolean => {
      const answer = this.#own.areShort(account, symbol, left)
      const asked = this.#shortSales.get(symbol) ?? []
      this.#shortSales.set(symbol, [...asked, { account, left, areShort: answer }])
      return answer
    }
    const openingOf = (account: number, symbol: string): bigint => openings.of(account, symbol)
    const isLoaded = (account: number): boolean => this.#own.isLoaded(account)
    return findArrivals({ rows, method, factsOf, isLoaded, areShort, openingOf })
  }

  /** Whether a sale has become a short sale since the last reading, or has stopped being one. */
  #isOther(symbol: string): boolean {
    return (this.#shortSales.get(symbol) ?? []).some(
      ({ account, left, areShort }) => this.#own.areShort(account, symbol, left) !== areShort,
    )
  }

  *#readRows(group: TransferGroup, decoder: RowDecoder): Generator<void, AccountRow[]> {
    const rows: AccountRow[] = []
    for (const [symbol, account] of [...group].flatMap(([own, all]) => [...all].map((each) => [own, each] as const))) {
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
    const accounts = new Set((this.#groups ?? []).flatMap((group) => [...group.values()].flatMap((own) => [...own])))
    return [...accounts]
      .filter((account) => this.#own.isLoaded(account))
      .sort((a, b) => a - b)
      .join()
  }
}

/** Whether rows of this kind may give their lots to another holding. */
const movesLots = (kind: string): boolean => kind.startsWith('securities-transfer') || kind === 'split'

const textOf = (arrivals: ArrivalsBySymbol): string =>
  JSON.stringify(
    [...arrivals].flatMap(([symbol, own]) =>
      [...own].map(([account, each]) => [symbol, account, textOfArrivals(each)]),
    ),
  )
