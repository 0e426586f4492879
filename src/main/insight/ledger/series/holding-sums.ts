/** The sums of the rows of a holding in one currency, in units of 10⁻¹⁸. */
export interface HoldingSums {
  readonly currency: string
  /** Money of purchases, sales and repayments, without accrued interest; negative for payments. */
  readonly trade: bigint
  /** Profit of closed lots whose cost and proceeds are known; for a future, the money of its trades. */
  readonly realized: bigint
  /** Variation margin. */
  readonly margin: bigint
  /** Dividends, coupons and interest. */
  readonly income: bigint
  /** Accrued interest received in trades, and what the two rows of a repo or a reversal leave, less what is paid. */
  readonly accrued: bigint
  /** Positive. */
  readonly fees: bigint
  /** Positive. */
  readonly taxes: bigint
  /** Money that enters the account from outside with this instrument. */
  readonly flow: bigint
  /** Money of rows of unknown kind. */
  readonly unknown: bigint
  /** Money that was exchanged for money of another currency. */
  readonly exchange: bigint
}
/** The name of one of the sums. */
export type HoldingSum = Exclude<keyof HoldingSums, 'currency'>

/** The names of the sums, the most frequent first. */
export const sumNames: readonly HoldingSum[] = [
  'trade',
  'realized',
  'income',
  'taxes',
  'fees',
  'accrued',
  'margin',
  'flow',
  'unknown',
  'exchange',
]

/** The last own trade with a price. */
export interface LastTrade {
  /** UTC ms. */
  readonly at: number
  /** The price as the row states it; `null` if it states none. */
  readonly price: bigint | null
  readonly pieces: bigint
  /** The cost of the pieces without accrued interest, with the sign of the pieces; `null` if it is not known. */
  readonly cost: bigint | null
  readonly currency: string | null
  /** The ratio of later splits: `before` pieces become `after` pieces. */
  readonly split: { readonly before: bigint; readonly after: bigint } | null
}

/** A holding after some of its rows, counted from its first row. Amounts and pieces in units of 10⁻¹⁸. */
export interface HoldingPoint {
  readonly quantity: bigint
  /** The cost of the open lots whose cost is known. */
  readonly cost: bigint
  /** The currency of the cost; `null` before the first lot. */
  readonly currency: string | null
  /** The pieces of open lots whose cost is not known. */
  readonly unknownOpen: bigint
  /** Closed pieces whose cost or proceeds are not known. */
  readonly unknownClosed: bigint
  /** The sums by currency, in the order of their first rows. */
  readonly sums: readonly HoldingSums[]
  readonly lastTrade: LastTrade | null
  /** The time of the last split (UTC ms), and below that of the last repayment of face value; `null` without one. */
  readonly splitAt: number | null
  readonly repaidAt: number | null
}

/** A holding before its first row. */
export const emptyPoint: HoldingPoint = {
  quantity: 0n,
  cost: 0n,
  currency: null,
  unknownOpen: 0n,
  unknownClosed: 0n,
  sums: [],
  lastTrade: null,
  splitAt: null,
  repaidAt: null,
}

/** The changes that one row makes. */
export interface HoldingStep {
  /** UTC ms. */
  readonly at: number
  readonly pieces: bigint
  /** The currency of the sums; `null` for a row without money. */
  readonly currency: string | null
  /** The amounts added to the sums. */
  readonly sums: Readonly<Partial<Record<HoldingSum, bigint>>>
  /** The change of the cost of open lots. */
  readonly cost: bigint
  /** The currency of the lots after the row. */
  readonly lotCurrency: string | null
  readonly unknownOpen: bigint
  readonly unknownClosed: bigint
  /** The price and the cost of the trade; `null` if the row is not a trade with a price. */
  readonly traded: { readonly price: bigint | null; readonly cost: bigint | null } | null
  readonly event: 'split' | 'repayment' | null
}

/** Sums of zero. */
export const noSums: Omit<HoldingSums, 'currency'> = {
  trade: 0n,
  realized: 0n,
  margin: 0n,
  income: 0n,
  accrued: 0n,
  fees: 0n,
  taxes: 0n,
  flow: 0n,
  unknown: 0n,
  exchange: 0n,
}
