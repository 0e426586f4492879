/** The time range and the instruments of income. */
export interface IncomeSpan {
  /** UTC ms, inclusive. */
  readonly from: number
  /** UTC ms, exclusive. */
  readonly to: number
  /** `null`: of all instruments. */
  readonly symbol: string | null
}
