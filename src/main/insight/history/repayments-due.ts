import { dayMs } from '#shared/durations.ts'
import type { LedgerRow } from '../ledger/row.ts'
import { sumOfKind } from '../ledger/series/running-point.ts'
import type { SymbolFacts } from '../ledger/symbol-facts.ts'
import { unitPlaces } from '../lots/units.ts'

/** A repayment whose money is not booked yet, in units of 10⁻¹⁸. `at`: the time of its event (UTC ms). */
export interface RepaymentDue {
  readonly at: number
  readonly amount: bigint
  /** Whether it repays the rest of the face value. */
  readonly isLast: boolean
}

/** The money of a repayment is booked at most this long after its event, and at most that long before it. */
export const dueMs = 45 * dayMs
const earlyMs = 3 * dayMs

const one = 10n ** BigInt(unitPlaces)

/**
 * The repayments of a bond in one account between their event and their money. The issuer owes this money: it is part of
 * the value of the bond. Times must not decrease from call to call.
 */
export class RepaymentsDue {
  readonly #facts: Pick<SymbolFacts, 'amortizations'>
  #due: readonly RepaymentDue[]
  #passedAt: number
  /** Money that was booked before its event. */
  #early: readonly { readonly at: number; readonly amount: bigint }[] = []

  /** Starts after the events until `passedAt` (UTC ms), of which `due` is left. */
  constructor(
    facts: Pick<SymbolFacts, 'amortizations'>,
    passedAt = Number.MIN_SAFE_INTEGER,
    due: readonly RepaymentDue[] = [],
  ) {
    this.#facts = facts
    this.#passedAt = passedAt
    this.#due = due
  }

  get passedAt(): number {
    return this.#passedAt
  }

  get list(): readonly RepaymentDue[] {
    return this.#due
  }

  /** Passes the events until a time (UTC ms), at which these pieces are held. */
  pass(at: number, pieces: bigint): void {
    for (const event of this.#facts.amortizations) {
      if (event.at <= this.#passedAt || event.at > at) continue
      const owed = pieces <= 0n ? 0n : (pieces * event.numerator) / one
      const early = this.#early.filter((each) => event.at - each.at <= earlyMs)
      const amount = owed - early.reduce((total, each) => total + each.amount, 0n)
      this.#early = []
      if (amount > 0n)
        this.#due = [...this.#due, { at: event.at, amount, isLast: event.numerator === event.denominator }]
    }
    this.#passedAt = Math.max(this.#passedAt, at)
  }

  /**
   * Books money; the oldest repayment is paid first. `amount`: `null` if it is in another currency than the face value,
   * so that it pays one repayment as a whole. `how`: a sale pays only for a bond that is repaid as a whole.
   */
  pay(at: number, amount: bigint | null, how: 'repaid' | 'redeemed' | 'sold'): void {
    let rest = amount
    this.#due = this.#due.flatMap((each) => {
      if (rest === 0n || at - each.at > dueMs || (how === 'sold' && !each.isLast)) return [each]
      const paid = rest === null || rest > each.amount ? each.amount : rest
      rest = rest === null ? 0n : rest - paid
      return paid === each.amount ? [] : [{ ...each, amount: each.amount - paid }]
    })
    // Pieces that a row removes are in no later repayment.
    if (how === 'repaid' && rest !== null && rest > 0n) this.#early = [...this.#early, { at, amount: rest }]
  }

  /** Books the money of a row that moves these pieces; rows of other kinds than trades and repayments pay nothing. */
  book({ at, kind, money, currency }: LedgerRow, pieces: bigint, faceCurrency: string | null): void {
    if (money === null || money <= 0n || sumOfKind(kind) !== 'trade') return
    const isTrade = kind === 'buy' || kind === 'sell'
    this.pay(at, currency === faceCurrency ? money : null, isTrade ? 'sold' : pieces === 0n ? 'repaid' : 'redeemed')
  }

  /** The money that is due at a time (UTC ms); negative if it was booked before its event. */
  amountAt(at: number): bigint {
    const due = this.#due.reduce((total, each) => (at - each.at > dueMs ? total : total + each.amount), 0n)
    return this.#early.reduce((total, each) => (this.#isRepaidAfter(each.at, at) ? total - each.amount : total), due)
  }

  #isRepaidAfter(bookedAt: number, at: number): boolean {
    return this.#facts.amortizations.some((event) => event.at > at && event.at - bookedAt <= earlyMs)
  }
}
