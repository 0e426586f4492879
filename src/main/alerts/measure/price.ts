import { sign, subtract, type Decimal } from '../../../shared/decimal.ts'
import { minuteMs } from '../../../shared/durations.ts'
import { formatAge } from '../../../shared/text/format-time.ts'
import type { AlertCondition, NotedSplit } from '../../../shared/model/alert.ts'
import { fact, moveLevel, percentOf, shareOf, tenthOf, type Level, type Unknown } from './threshold.ts'
import type { AlertInputs } from './inputs.ts'

type PriceCondition = Extract<AlertCondition, { kind: 'price' | 'day-percent' | 'percent-from' | 'near-extreme' }>

/** The age of a quote, or of its reading, from which a notice mentions it. */
const oldAfterMs = 5 * minuteMs

/**
 * The last price, or a measure derived from it. Once a split has been applied, prices from before its day cannot be
 * compared: then the measure is unknown.
 */
export function measurePrice(
  condition: PriceCondition,
  inputs: AlertInputs,
  splits: readonly NotedSplit[],
): Level | Unknown {
  const seen = inputs.quote(condition.symbol)
  if (seen === null) return { unknown: 'No quote has been read yet' }
  if (seen.isForbidden) return { unknown: 'The token has no access to this market' }
  const { quote } = seen
  if (quote.last === null) return { unknown: 'The quote has no last price' }
  const applied = splits.filter(({ isApplied }) => isApplied).map(({ execDate }) => Date.parse(execDate))
  if ((quote.at ?? seen.fetchedAt) < Math.max(...applied, -Infinity))
    return { unknown: 'The last price is from before the split' }
  const caveats = [...describeAge(seen, condition.symbol, inputs), ...describeSplitDay(condition, splits, inputs.now)]
  const last = fact('Last', 'price', quote.last)
  switch (condition.kind) {
    case 'price':
    case 'percent-from': {
      const level = levelOfLast(condition, quote.last)
      return 'unknown' in level ? level : { ...level, caveats }
    }
    case 'day-percent': {
      const change = changeFrom(quote.close, quote.last)
      if (quote.close === null || change === null) return { unknown: 'The previous close is unknown' }
      const facts = [last, fact('Change', 'change', change), fact('Previous close', 'price', quote.close)]
      return { ...moveLevel(change, condition.move, condition.percent), facts, caveats }
    }
    case 'near-extreme': {
      const extreme = quote[condition.extreme]
      const name = condition.extreme === 'high' ? 'Day’s high' : 'Day’s low'
      if (extreme === null) return { unknown: `The ${name.toLowerCase()} is unknown` }
      const [from, to] = condition.extreme === 'high' ? [quote.last, extreme] : [extreme, quote.last]
      const away = sign(extreme) > 0 ? percentOf(subtract(to, from), extreme) : null
      if (away === null) return { unknown: `The ${name.toLowerCase()} is not above zero` }
      const facts = [last, fact(name, 'price', extreme), fact('Away', 'percent', away)]
      const threshold = condition.percent
      return { value: away, threshold, side: 'below', hysteresis: tenthOf(threshold), facts, caveats }
    }
  }
}

/** The measure of the conditions that need only a last price. */
export function levelOfLast(
  condition: Extract<AlertCondition, { kind: 'price' | 'percent-from' }>,
  price: Decimal,
): Level | Unknown {
  const last = fact('Last', 'price', price)
  if (condition.kind === 'price') {
    const { threshold, direction: side } = condition
    return { value: price, threshold, side, hysteresis: shareOf(threshold), facts: [last], caveats: [] }
  }
  const change = changeFrom(condition.from, price)
  if (change === null) return { unknown: 'The reference price is not above zero' }
  const facts = [last, fact('Change', 'change', change), fact('From', 'price', condition.from)]
  return { ...moveLevel(change, condition.move, condition.percent), facts, caveats: [] }
}

const changeFrom = (from: Decimal | null, to: Decimal): Decimal | null =>
  from === null || sign(from) <= 0 ? null : percentOf(subtract(to, from), from)

/** Caveats about the age of the price. */
function describeAge(
  seen: NonNullable<ReturnType<AlertInputs['quote']>>,
  symbol: string,
  inputs: AlertInputs,
): string[] {
  const { quote, fetchedAt, delayMinutes } = seen
  const readMs = inputs.now - fetchedAt
  const delayMs = (delayMinutes ?? 0) * minuteMs
  const ageMs = quote.at === null ? null : inputs.now - quote.at
  const isClosed = inputs.market(symbol).state === 'closed'
  return [
    ...(delayMs > 0 ? [`The market data is delayed by ${delayMinutes} min`] : []),
    ...(isClosed ? ['The market is closed: this is its last price'] : []),
    ...(readMs > oldAfterMs ? [`The quote was read ${formatAge(readMs)} ago`] : []),
    ...(ageMs !== null && ageMs - delayMs > oldAfterMs && !isClosed ? [`The price is ${formatAge(ageMs)} old`] : []),
  ]
}

function describeSplitDay({ kind }: PriceCondition, splits: readonly NotedSplit[], now: number): string[] {
  const today = new Date(now).toISOString().slice(0, 10)
  const split = splits.find(({ execDate }) => execDate === today)
  return split === undefined || kind === 'price' || kind === 'percent-from'
    ? []
    : [
        `A split, ${split.newRatio} for ${split.oldRatio}, takes effect today: some of these prices may be from before it`,
      ]
}
