import { add, zero, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { DifferenceCause, Reconciliation } from '#shared/model/ledger/ledger.ts'
import { isAgreed } from '../lib/words/reconciliation-words.ts'

/** Pieces of an instrument or money in a currency: as stated by the service, and after all transactions. */
export interface Figure {
  readonly accountId: string
  readonly symbol: string | null
  /** The currency of money; `null` for pieces. */
  readonly currency: string | null
  /** The instrument's name, if it is known. */
  readonly name: string | null
  readonly stated: Decimal | null
  readonly replayed: Decimal | null
  readonly difference: Decimal | null
  readonly causes: readonly DifferenceCause[]
  /** The balance before the first transaction, entered by the user. */
  readonly opening: Decimal | null
}

/** The figures of an account: instruments first, then currencies. */
export const figuresOf = ({ accountId, positions, cash }: Reconciliation): Figure[] => [
  ...positions.map((each) => ({ ...each, accountId, currency: null })),
  ...cash.map((each) => ({ ...each, accountId, symbol: null, name: null })),
]

/** Identifies a figure within its account. */
export const keyOf = ({ symbol, currency }: Figure): string =>
  symbol ?? m.reconciliation_money_currency({ currency: currency ?? '' })
export const titleOf = ({ symbol, currency, name }: Figure): string =>
  name ?? symbol ?? m.common_cash_in_currency({ currency: currency ?? '' })

export interface FigureGroups {
  readonly different: readonly Figure[]
  /** Figures whose difference is smaller than one unit of the last decimal that the service states. */
  readonly rounded: readonly Figure[]
  /** Figures of which one side is unknown. */
  readonly unknown: readonly Figure[]
  readonly agreed: readonly Figure[]
}

export function groupFigures(figures: readonly Figure[]): FigureGroups {
  const groupOf = (figure: Figure): keyof FigureGroups => {
    if (figure.difference === null) return 'unknown'
    if (isAgreed(figure)) return 'agreed'
    return figure.causes[0]?.kind === 'rounding' ? 'rounded' : 'different'
  }
  const { different = [], rounded = [], unknown = [], agreed = [] } = Object.groupBy(figures, groupOf)
  return { different, rounded, unknown, agreed }
}

/** The opening balance with which the figure would agree; `null` if unknown. */
export const suggestedOpening = ({ difference, opening }: Figure): Decimal | null =>
  difference === null ? null : add(opening ?? zero, difference)

/** The fraction digits that show an amount exactly: at least two for money. */
export const exactPlaces = (value: Decimal | null, currency: string | null): number =>
  Math.max(currency === null ? 0 : 2, value?.split('.')[1]?.length ?? 0)
