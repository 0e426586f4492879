import { subtract } from '#shared/decimal.ts'
import { minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import { pastRates } from '../../currency/past-rates.ts'
import { convertCurve } from '../../insight/currency/convert.ts'
import { addCurves, type EquitySpan } from '../../insight/portfolio/curves.ts'
import type { Journal } from '../../journal/journal.ts'
import { accountLevel, totalCurrency } from './account.ts'
import type { AlertInputs } from './inputs.ts'
import { distanceLevel, moveLevel } from './margin.ts'
import type { Level, Unknown } from './threshold.ts'

type Of<K extends AlertCondition['kind']> = Extract<AlertCondition, { kind: K }>

/** The recorded data for the measures of rules. */
export type Recorded = Pick<Journal, 'quotes' | 'equity' | 'margin'>
/** The measure of a rule at past times (UTC ms), oldest first. */
export type Points = readonly { readonly at: number; readonly level: Level | Unknown }[]

/** While the monitor runs, equity is recorded at least this often. */
const maxGapMs = 20 * minuteMs

/**
 * The recorded equity of an account, or of all accounts in one currency at the rates of their time; a text if it cannot be
 * added.
 */
export function pastEquity(
  condition: Of<'account'>,
  recorded: Recorded,
  inputs: AlertInputs,
  from: number,
): Points | string {
  const found = readSpans(condition, recorded, inputs, from)
  if (typeof found === 'string') return found
  return found.spans.map(({ at, equity }) => ({
    at,
    level: accountLevel(condition, { amount: equity, currency: found.currency, facts: [] }),
  }))
}

function readSpans(
  { accountId, currency: chosen }: Of<'account'>,
  recorded: Recorded,
  inputs: AlertInputs,
  from: number,
): { readonly spans: readonly EquitySpan[]; readonly currency: string | null } | string {
  const ids = accountId === null ? inputs.accounts().map(({ account }) => account.id) : [accountId]
  const curves = ids.map((id) => ({ id, spans: recorded.equity.history(id, from, inputs.now) }))
  const [only] = curves
  if (only !== undefined && curves.length === 1 && chosen === null) return { spans: only.spans, currency: null }
  const { bookTo, currencyOf, ...rest } = inputs.currencies()
  const target = totalCurrency(ids, chosen, { bookTo, currencyOf, ...rest })
  if (typeof target !== 'string') return target.unknown
  const rateAt = pastRates(recorded, bookTo(target), inputs.now)
  const converted: (readonly EquitySpan[])[] = []
  for (const { id, spans } of curves) {
    const currency = currencyOf(id)
    if (currency === null) return m.alerts_the_currency_of_the_equity_of_id({ id })
    converted.push(convertCurve(spans, currency, rateAt))
  }
  return { spans: addCurves(converted, maxGapMs), currency: target }
}

/** The recorded distance of an account to a margin call, as money or as a price move. */
export const pastMargin = (
  condition: Of<'margin'>,
  { margin }: Recorded,
  { now }: Pick<AlertInputs, 'now'>,
  from: number,
): Points =>
  margin.history(condition.accountId, from, now).map(({ at, equity, requirement, state, percent }) => {
    if (condition.figure === 'distance') return { at, level: distanceLevel(condition, subtract(equity, requirement)) }
    const level =
      state === null ? { unknown: m.alerts_the_move_was_unknown() } : moveLevel(condition, { state, percent })
    return { at, level }
  })
