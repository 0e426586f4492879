import type { LineText } from './line-text.ts'

/** The columns of the list. */
export type ColumnKey = 'time' | 'account' | 'kind' | 'name' | 'instrument' | 'quantity' | 'price' | 'amount'

interface ColumnPlan {
  readonly key: ColumnKey & keyof LineText
  readonly title: string
  /** The CSS grid track. */
  readonly track: string
  readonly isNumber?: true
  /** Hidden while the list is narrower than this, in px. Less important columns are hidden first. */
  readonly hideBelow: number
}

export const columnPlans: readonly ColumnPlan[] = [
  { key: 'time', title: 'Time', track: '168px', hideBelow: 0 },
  { key: 'account', title: 'Account', track: '116px', hideBelow: 1080 },
  { key: 'kind', title: 'Kind', track: 'minmax(112px, 0.9fr)', hideBelow: 0 },
  { key: 'name', title: 'Name', track: 'minmax(120px, 1.5fr)', hideBelow: 740 },
  { key: 'instrument', title: 'Instrument', track: 'minmax(120px, 1.4fr)', hideBelow: 540 },
  { key: 'quantity', title: 'Quantity', track: '96px', isNumber: true, hideBelow: 860 },
  { key: 'price', title: 'Price', track: '96px', isNumber: true, hideBelow: 960 },
  { key: 'amount', title: 'Amount', track: '164px', isNumber: true, hideBelow: 0 },
]
