import { rowsOf, type AttributedCharge } from './attribute-charges.ts'

/** Charges of one kind in one currency, in units: positive for what was paid. */
export interface ChargeTotal {
  readonly currency: string
  readonly kind: 'commission' | 'tax'
  /** Of a trade or payment, or of the fills of one order. */
  readonly attributed: bigint
  /** Without a trade or payment: left to the account. */
  readonly ofAccount: bigint
  /** Several trades or payments fit. */
  readonly ambiguous: bigint
  readonly count: number
}

/** Adds charges by kind and currency. Add as many parts as there are; `list` sorts by currency, then by kind. */
export class ChargeTotals {
  readonly #totals = new Map<string, ChargeTotal>()

  add(charges: readonly AttributedCharge[]): void {
    for (const { charge, owner } of charges) {
      if (charge.kind !== 'commission' && charge.kind !== 'tax') continue
      const [kind, currency, paid] = [charge.kind, charge.currency ?? '', -(charge.money ?? 0n)]
      const known = this.#totals.get(`${currency} ${kind}`) ?? { ...{ kind, currency }, ...nothing }
      this.#totals.set(`${currency} ${kind}`, {
        ...{ kind, currency, count: known.count + 1 },
        attributed: known.attributed + (owner.of === 'row' || owner.of === 'order' ? paid : 0n),
        ofAccount: known.ofAccount + (owner.of === 'account' ? paid : 0n),
        ambiguous: known.ambiguous + (owner.of === 'ambiguous' ? paid : 0n),
      })
    }
  }

  list(): ChargeTotal[] {
    const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
    return [...this.#totals.values()].sort((a, b) => byName(a.currency, b.currency) || byName(a.kind, b.kind))
  }
}

const nothing = { attributed: 0n, ofAccount: 0n, ambiguous: 0n, count: 0 }

/** Whether a charge is of an instrument: it names it, or it belongs or may belong to rows of it. */
export const concerns = ({ charge, owner }: AttributedCharge, symbol: string): boolean =>
  charge.symbol === symbol || rowsOf(owner).some((row) => row.symbol === symbol)
