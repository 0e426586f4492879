import { sign, subtract, type Decimal } from '#shared/decimal.ts'
import { minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import type { AlertText } from '#shared/model/alert-text.ts'
import type { NotedSplit } from '#shared/model/alert.ts'
import type { AlertInputs } from './inputs.ts'
import { coded, fact, moveLevel, percentOf, shareOf, tenthOf, type Level, type Unknown } from './threshold.ts'

type PriceCondition = Extract<AlertCondition, { kind: 'price' | 'day-percent' | 'percent-from' | 'near-extreme' }>

/** A notice mentions the age of a quote, or of its reading, from this age. */
const oldAfterMs = 5 * minuteMs

/**
 * The last price, or a measure derived from it. After a split was applied, prices from before its day cannot be compared: the
 * measure is then unknown.
 */
export function measurePrice(
  condition: PriceCondition,
  inputs: AlertInputs,
  splits: readonly NotedSplit[],
): Level | Unknown {
  const seen = inputs.quote(condition.symbol)
  if (seen === null) return { unknown: m.alerts_no_quote_has_been_read_yet() }
  if (seen.isForbidden) return { unknown: m.alerts_no_market_access() }
  const { quote } = seen
  if (quote.last === null) return { unknown: m.alerts_the_quote_has_no_last_price() }
  const applied = splits.filter(({ isApplied }) => isApplied).map(({ execDate }) => Date.parse(execDate))
  if ((quote.at ?? seen.fetchedAt) < Math.max(...applied, -Infinity)) return { unknown: m.alerts_price_before_split() }
  const caveats = [...describeAge(seen, condition.symbol, inputs), ...describeSplitDay(condition, splits, inputs.now)]
  const last = fact(coded('last'), 'price', quote.last)
  switch (condition.kind) {
    case 'price':
    case 'percent-from': {
      const level = levelOfLast(condition, quote.last)
      return 'unknown' in level ? level : { ...level, caveats }
    }
    case 'day-percent': {
      const change = changeFrom(quote.close, quote.last)
      if (quote.close === null || change === null) return { unknown: m.alerts_the_previous_close_is_unknown() }
      const facts = [last, fact(coded('change'), 'change', change), fact(coded('previous-close'), 'price', quote.close)]
      return { ...moveLevel(change, condition.move, condition.percent), facts, caveats }
    }
    case 'near-extreme': {
      const extreme = quote[condition.extreme]
      const isHigh = condition.extreme === 'high'
      const name = coded(isHigh ? 'days-high' : 'days-low')
      if (extreme === null)
        return { unknown: isHigh ? m.alerts_the_days_high_is_unknown() : m.alerts_the_days_low_is_unknown() }
      const [from, to] = condition.extreme === 'high' ? [quote.last, extreme] : [extreme, quote.last]
      const away = sign(extreme) > 0 ? percentOf(subtract(to, from), extreme) : null
      if (away === null)
        return {
          unknown: isHigh ? m.alerts_the_days_high_is_not_above_zero() : m.alerts_the_days_low_is_not_above_zero(),
        }
      const facts = [last, fact(name, 'price', extreme), fact(coded('away'), 'percent', away)]
      const threshold = condition.percent
      return { value: away, threshold, side: 'below', hysteresis: tenthOf(threshold), facts, caveats }
    }
  }
}

/** The measure of a condition that needs only a last price. */
export function levelOfLast(
  condition: Extract<AlertCondition, { kind: 'price' | 'percent-from' }>,
  price: Decimal,
): Level | Unknown {
  const last = fact(coded('last'), 'price', price)
  if (condition.kind === 'price') {
    const { threshold, direction: side } = condition
    return { value: price, threshold, side, hysteresis: shareOf(threshold), facts: [last], caveats: [] }
  }
  const change = changeFrom(condition.from, price)
  if (change === null) return { unknown: m.alerts_the_reference_price_is_not_above_zero() }
  const facts = [last, fact(coded('change'), 'change', change), fact(coded('from'), 'price', condition.from)]
  return { ...moveLevel(change, condition.move, condition.percent), facts, caveats: [] }
}

const changeFrom = (from: Decimal | null, to: Decimal): Decimal | null =>
  from === null || sign(from) <= 0 ? null : percentOf(subtract(to, from), from)

/** Caveats about the age of the price. */
function describeAge(
  seen: NonNullable<ReturnType<AlertInputs['quote']>>,
  symbol: string,
  inputs: AlertInputs,
): AlertText[] {
  const { quote, fetchedAt, delayMinutes } = seen
  const readMs = inputs.now - fetchedAt
  const delayMs = (delayMinutes ?? 0) * minuteMs
  const ageMs = quote.at === null ? null : inputs.now - quote.at
  const isClosed = inputs.market(symbol).state === 'closed'
  return [
    ...(delayMs > 0 ? [coded('delayed', { count: delayMinutes ?? 0 })] : []),
    ...(isClosed ? [coded('market-closed')] : []),
    ...(readMs > oldAfterMs ? [coded('quote-read', { ageMs: readMs })] : []),
    ...(ageMs !== null && ageMs - delayMs > oldAfterMs && !isClosed ? [coded('price-age', { ageMs })] : []),
  ]
}

function describeSplitDay({ kind }: PriceCondition, splits: readonly NotedSplit[], now: number): AlertText[] {
  const today = new Date(now).toISOString().slice(0, 10)
  const split = splits.find(({ execDate }) => execDate === today)
  return split === undefined || kind === 'price' || kind === 'percent-from'
    ? []
    : [coded('split-today', { ratio: { old: split.oldRatio, new: split.newRatio } })]
}
