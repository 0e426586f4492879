import { hasMarket } from '#shared/has-market.ts'
import type { Reconciliation } from '#shared/model/ledger/ledger.ts'
import { parseUnits } from '../../insight/lots/units.ts'

/** A reconciliation without the names of instruments. */
export interface UnnamedReconciliation extends Omit<Reconciliation, 'positions'> {
  readonly positions: Omit<Reconciliation['positions'][number], 'name'>[]
  /** The figures changed after the last loaded row, so newer rows are needed for a comparison. */
  readonly needsNewerRows: boolean
}

/** Symbols and currencies whose rows differ from what the service states, for another reason than an unsettled trade. */
export function listDiffering(compared: UnnamedReconciliation): string[] {
  return [
    ...compared.positions.filter((each) => isDiffering({ ...each, currency: '' })).map(({ symbol }) => symbol),
    ...compared.cash.filter(isDiffering).map(({ currency }) => currency),
  ]
}

const isDiffering = ({ difference, causes }: UnnamedReconciliation['cash'][number]): boolean =>
  difference !== null && difference !== '0' && !['unsettled', 'rounding'].includes(causes[0]?.kind ?? '')

type UnitsByName = ReadonlyMap<string, bigint>

/**
 * The pieces and money that the service states in addition to the rows of some accounts. The difference is known for the
 * present and is zero before the first row. It is not known when it arose.
 */
export class Differences {
  readonly #pieces: UnitsByName
  readonly #money: UnitsByName
  readonly #firstDay: number
  readonly #now: number

  /** `firstDay`: the start of the UTC day of the first row; both times in ms. */
  constructor(
    compared: readonly UnnamedReconciliation[],
    { firstDay, now }: { readonly firstDay: number; readonly now: number },
  ) {
    const listed = compared.map((each) => ({ each, names: listDiffering(each) }))
    const sumBy = (read: (each: UnnamedReconciliation) => readonly (readonly [string, string | null])[]) =>
      sumByName(listed.flatMap(({ each, names }) => read(each).filter(([name]) => names.includes(name))))
    this.#pieces = sumBy(({ positions }) => positions.map(({ symbol, difference }) => [symbol, difference]))
    this.#money = sumBy(({ cash }) => cash.map(({ currency, difference }) => [currency, difference]))
    this.#firstDay = firstDay
    this.#now = now
  }

  get names(): string[] {
    return [...this.#pieces.keys(), ...this.#money.keys()].sort()
  }

  get symbols(): string[] {
    return [...this.#pieces.keys()]
  }

  /** The symbols that can have a value. Without a market no price is ever known: such a position is in no sum, and is named. */
  get priced(): string[] {
    return this.symbols.filter(hasMarket)
  }

  get currencies(): string[] {
    return [...this.#money.keys()]
  }

  /** Pieces (in units of 10⁻¹⁸) that the service states in addition to the rows before a time (UTC ms); `null` if not known. */
  pieces(symbol: string, at: number): bigint | null {
    return this.#at(this.#pieces.get(symbol), at)
  }

  /** Money that the service states in addition to the rows, in the same way. */
  money(currency: string, at: number): bigint | null {
    return this.#at(this.#money.get(currency), at)
  }

  #at(difference: bigint | undefined, at: number): bigint | null {
    if (difference === undefined || at <= this.#firstDay) return 0n
    return at > this.#now ? difference : null
  }
}

function sumByName(differences: readonly (readonly [name: string, difference: string | null])[]): UnitsByName {
  const sums = new Map<string, bigint>()
  for (const [name, difference] of differences)
    sums.set(name, (sums.get(name) ?? 0n) + (parseUnits(difference ?? '0') ?? 0n))
  return sums
}
