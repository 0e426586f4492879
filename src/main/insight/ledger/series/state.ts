/** What the rows of a holding moved in one currency so far, in units of 10⁻¹⁸. */
export interface HoldingSums {
  readonly currency: string
  /** Money of purchases, sales and repayments, without accrued interest: negative for what was paid. */
  readonly trade: bigint
  /** Profit of closed lots whose cost and proceeds are known; of a future, the money of its trades. */
  readonly realized: bigint
  /** Variation margin. */
  readonly margin: bigint
  /** Dividends, coupons and interest. */
  readonly income: bigint
  /** Accrued interest that trades brought, less what they paid. */
  readonly accrued: bigint
  /** Positive. */
  readonly fees: bigint
  /** Positive. */
  readonly taxes: bigint
  /** Money that came in across the edge of the account with this instrument. */
  readonly flow: bigint
  /** Money of rows of unknown kind. */
  readonly unknown: bigint
}
export type HoldingSum = Exclude<keyof HoldingSums, 'currency'>

/** The frequent ones first. */
export const sumNames: readonly HoldingSum[] = [
  ...(['trade', 'realized', 'income', 'taxes', 'fees', 'accrued', 'margin', 'flow', 'unknown'] as const),
]

/** The last own trade with a price. */
export interface LastTrade {
  /** UTC ms. */
  readonly at: number
  /** As stated; `null` if it is not. */
  readonly price: bigint | null
  readonly pieces: bigint
  /** Of the pieces, without accrued interest, as signed as they are; `null` if it is not known. */
  readonly cost: bigint | null
  readonly currency: string | null
  /** Splits since then: `before` pieces became `after`. */
  readonly split: { readonly before: bigint; readonly after: bigint } | null
}

/** A holding after some of its rows: everything since its first one. Amounts and pieces in units of 10⁻¹⁸. */
export interface HoldingPoint {
  readonly quantity: bigint
  /** Of the open lots whose cost is known. */
  readonly cost: bigint
  /** Of the cost; `null` before the first lot. */
  readonly currency: string | null
  /** Pieces of open lots whose cost is not known. */
  readonly unknownOpen: bigint
  /** Pieces that were closed and whose cost or proceeds are not known. */
  readonly unknownClosed: bigint
  /** By currency, in the order of their first rows. */
  readonly sums: readonly HoldingSums[]
  readonly lastTrade: LastTrade | null
  /** UTC ms of the last split, and of the last repayment of a part of the face. */
  readonly splitAt: number | null
  readonly repaidAt: number | null
}

export const emptyPoint: HoldingPoint = {
  ...{ quantity: 0n, cost: 0n, currency: null, unknownOpen: 0n, unknownClosed: 0n, sums: [] },
  ...{ lastTrade: null, splitAt: null, repaidAt: null },
}

/** What one row changes. */
export interface HoldingStep {
  /** UTC ms. */
  readonly at: number
  readonly pieces: bigint
  /** Of the sums; `null` for a row without money. */
  readonly currency: string | null
  /** What it adds to the sums. */
  readonly sums: Readonly<Partial<Record<HoldingSum, bigint>>>
  /** The change of the cost of open lots. */
  readonly cost: bigint
  /** The currency of the lots after it. */
  readonly lotCurrency: string | null
  readonly unknownOpen: bigint
  readonly unknownClosed: bigint
  /** Whether the row is a trade with a price, and that price. */
  readonly traded: { readonly price: bigint | null; readonly cost: bigint | null } | null
  readonly event: 'split' | 'repayment' | null
}

export const noSums: Omit<HoldingSums, 'currency'> = {
  ...{ trade: 0n, realized: 0n, margin: 0n, income: 0n, accrued: 0n, fees: 0n, taxes: 0n, flow: 0n, unknown: 0n },
}
