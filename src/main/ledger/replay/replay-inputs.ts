import type { Decimal } from '#shared/decimal.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { LedgerDimension } from '../../cache/ledger/row-statements.ts'
import { createRepayments } from '../../cache/tables/meant-events.ts'
import type { Arrivals } from '../../insight/ledger/holding-state.ts'
import { noArrivals } from '../../insight/ledger/own-transfers.ts'
import { factsOf, plainFacts, type SymbolFacts } from '../../insight/ledger/symbol-facts.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import type { Db } from '../../sqlite/db.ts'

/** The user's choices for the replay. */
export interface LedgerChoices {
  readonly method: LotMethod
  /** Balances before the first row, of a symbol or of a currency. */
  readonly openings: readonly {
    readonly accountId: string
    readonly symbol: string | null
    readonly currency: string | null
    readonly amount: Decimal
  }[]
  /** Maturities of bonds. No replay depends on them. */
  readonly maturities: readonly { readonly symbol: string; readonly maturesOn: string }[]
}

/** The inputs of the replay of a holding in addition to its rows. */
export interface HoldingBasis {
  readonly facts: SymbolFacts
  /** Pieces before the first row. */
  readonly opening: bigint
  /** The lots that came from other own holdings, with their cost. */
  readonly arrivals: Arrivals
  /** The whole basis as text. Equal texts give equal replays. Empty for a share without an opening balance or arrivals. */
  readonly text: string
}

/** The version of the rules of the replay. A new version replays everything. */
const version = 8

/** The rules of a replay as text. */
export const rulesOf = ({ method }: LedgerChoices): string => `${version} ${method}`

/** The facts about instruments, as last read. */
export class Instruments {
  readonly #types = new Map<string, string | null>()
  readonly #readRepayments
  #repayments: ReturnType<ReturnType<typeof createRepayments>> = new Map()
  readonly #facts = new Map<string, SymbolFacts>()

  constructor(db: Db) {
    this.#readRepayments = createRepayments(db)
  }

  /** Reads everything again: `dimensions` are those of all rows. */
  read(dimensions: readonly LedgerDimension[]): void {
    this.#repayments = this.#readRepayments(null)
    this.#types.clear()
    this.#facts.clear()
    for (const dimension of dimensions) this.note(dimension)
  }

  /** Adds a dimension that may be new since the last reading. */
  note(dimension: LedgerDimension | null): void {
    if (dimension === null || this.#types.get(dimension.symbol) === dimension.type) return
    this.#types.set(dimension.symbol, dimension.type)
    this.#facts.delete(dimension.symbol)
  }

  factsOf(symbol: string): SymbolFacts {
    const known = this.#facts.get(symbol)
    if (known !== undefined) return known
    const facts = factsOf(this.#types.get(symbol) ?? null, this.#repayments.get(symbol) ?? [])
    this.#facts.set(symbol, facts)
    return facts
  }
}

/** The opening balances of holdings that the user entered, in units. */
export class OpeningPieces {
  readonly #pieces: ReadonlyMap<string, bigint>
  /** The holdings that have an opening balance. */
  readonly holdings: readonly { readonly account: number; readonly symbol: string }[]

  constructor({ openings }: LedgerChoices, accountKeys: ReadonlyMap<string, number>) {
    const known = openings.flatMap(({ accountId, symbol, amount }) => {
      const account = accountKeys.get(accountId)
      return account === undefined || symbol === null ? [] : [{ account, symbol, pieces: parseUnits(amount) ?? 0n }]
    })
    this.holdings = known
    this.#pieces = new Map(known.map(({ account, symbol, pieces }) => [`${account} ${symbol}`, pieces]))
  }

  of(account: number, symbol: string): bigint {
    return this.#pieces.get(`${account} ${symbol}`) ?? 0n
  }
}

export const basisOf = (facts: SymbolFacts, opening: bigint, arrivals = noArrivals): HoldingBasis => ({
  facts,
  opening,
  arrivals,
  text: textOf(facts, opening, arrivals),
})

function textOf(facts: SymbolFacts, opening: bigint, arrivals: Arrivals): string {
  if (facts === plainFacts && opening === 0n && arrivals.size === 0) return ''
  const amortizations = facts.amortizations.map(({ at, numerator, denominator, currency }) => [
    at,
    String(numerator),
    String(denominator),
    currency,
  ])
  const own = [facts.isFuture, amortizations, String(opening)]
  return JSON.stringify(arrivals.size === 0 ? own : [...own, textOfArrivals(arrivals)])
}

/** The lots of each arrival as text. When a text changes, the holding is replayed. */
export const textOfArrivals = (arrivals: Arrivals): unknown[] =>
  [...arrivals].map(([id, arrived]) =>
    arrived === 'sent'
      ? [id]
      : 'share' in arrived
        ? [id, arrived.row.at, String(arrived.share)]
        : [
            id,
            arrived.currency,
            ...arrived.lots.map(({ quantity, cost, openedAt }) => [
              String(quantity),
              cost === null ? null : String(cost),
              openedAt,
            ]),
          ],
  )
