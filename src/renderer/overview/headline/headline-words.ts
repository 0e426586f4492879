import type { Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { ConvertedSum, NotConverted } from '#shared/model/currency.ts'
import type { Overview, PartialSum } from '#shared/model/portfolio.ts'
import type { Money } from '#shared/model/values.ts'
import { counted } from '#shared/text/counted.ts'
import type { Format } from '#shared/text/format.ts'
import { notConvertedWords } from '#shared/text/unknown-words.ts'

/** A main figure: one amount, or one per currency if they are not converted. */
export interface KeyFigure {
  readonly amounts: readonly Money[]
  /** The original amounts by currency of a converted figure, if there are several. */
  readonly parts: readonly Money[]
  /** Why there is no amount, or what it does not include; `null` if it is complete. */
  readonly note: string | null
  /** The complete note, with names. */
  readonly detail: string | null
}

type CountFormat = Pick<Format, 'count'>
const isUnread = ({ problem }: NotConverted): boolean => problem === 'unknown-currency' || problem === 'not-read'
const namesOf = (parts: readonly NotConverted[]): string => parts.flatMap(({ names }) => names).join(', ')

/** The equity of all accounts. While the currency or rate of one account is unknown, there is no total. */
export function equityFigure({ total, equity, equityCurrency, accounts }: Overview, format: CountFormat): KeyFigure {
  const none = { amounts: [], parts: [], detail: null }
  if (total !== null) {
    const unread = total.notConverted.filter(isUnread)
    if (unread.length === 0) return sumFigure(total, format, m.ui_count_accounts_not_included)
    const isCurrency = unread.some(({ problem }) => problem === 'unknown-currency')
    const words = isCurrency ? m.overview_currency_not_known_yet_names : m.overview_rate_not_known_yet_names
    return { ...none, note: words({ names: namesOf(unread) }), detail: unread.map(notConvertedWords).join('\n') }
  }
  if (equity !== null) {
    const currency = equityCurrency?.currency ?? ''
    return { ...none, amounts: [{ currency, amount: equity }], note: null }
  }
  const unknown = accounts.filter((account) => account.equity === null).map(({ id }) => id)
  if (unknown.length > 0)
    return { ...none, note: m.overview_the_equity_of_names_is_unknown({ names: unknown.join(', ') }) }
  const without = accounts.filter((account) => account.equityCurrency === null && account.equity !== '0')
  if (without.length > 0) {
    const names = without.map(({ id }) => id).join(', ')
    return { ...none, note: m.overview_currency_not_known_yet_names({ names }) }
  }
  return { ...none, note: accounts.length === 0 ? null : m.overview_the_accounts_are_in_several_currencies() }
}

/** A converted sum. Its note counts what it does not include; its detail names it. */
export function sumFigure(
  { amount, currency, parts, notConverted, missing }: ConvertedSum,
  format: CountFormat,
  countWords: (inputs: ReturnType<typeof counted>) => string = m.ui_count_positions_not_included,
): KeyFigure {
  const left = new Set([...missing, ...notConverted.flatMap(({ names }) => names)])
  const details = [...notConverted.map(notConvertedWords), ...(missing.length === 0 ? [] : [unknownWords(missing)])]
  return {
    amounts: amount === null ? [] : [{ currency, amount }],
    parts: parts.length > 1 ? parts.map((part) => ({ currency: part.currency, amount: part.amount })) : [],
    note: left.size === 0 ? null : countWords(counted(left.size, format)),
    detail: details.length === 0 ? null : details.join('\n'),
  }
}

/** Sums by currency that are not converted. */
export const partialFigure = ({ amounts, missing }: PartialSum, format: CountFormat): KeyFigure => ({
  amounts,
  parts: [],
  detail: missing.length === 0 ? null : unknownWords(missing),
  note: missing.length === 0 ? null : m.ui_count_positions_not_included(counted(missing.length, format)),
})

const unknownWords = (names: readonly string[]): string =>
  m.overview_unknown_not_included_names({ names: names.join(', ') })

/** The characters of the longest amount of some figures. */
export function longestAmount(figures: readonly KeyFigure[], format: Pick<Format, 'amount'>): number {
  const all = figures.flatMap(({ amounts, parts }) => [...amounts, ...parts])
  return Math.max(0, ...all.map(({ amount, currency }) => format.amount(amount, { currency }).length))
}

/** The length of a line with a hidden amount, which must not tell how many digits it has. */
export const hiddenLength = 14
/** The size of a percentage relative to its amount. */
export const percentSize = 0.8

/**
 * The characters of the line of a main figure, each as wide as one of its amount: from them follows the size that fits.
 * `percent` follows the amount; `undefined` if there is none.
 */
export function lineLength(
  { amounts: [first] }: KeyFigure,
  isChange: boolean,
  percent: Decimal | null | undefined,
  format: Pick<Format, 'amount' | 'percent'>,
): number {
  const text = first === undefined ? '' : format.amount(first.amount, { currency: first.currency, signed: isChange })
  const arrow = isChange ? 2 : 0
  const after = percent === undefined ? 0 : format.percent(percent, 2, { signed: true }).length + arrow + 1
  return Math.max(1, text.length + arrow + after * percentSize)
}
