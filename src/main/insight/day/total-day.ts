import { subtract, zero, type Decimal, add, absolute, compare, multiply, sum } from '#shared/decimal.ts'
import type { DayExplanation, DayPosition, DayTotal } from '#shared/model/ledger/day-profit.ts'
import type { PastDay, PastDayAccount } from '#shared/model/ledger/past-day.ts'
import type { Money } from '#shared/model/values.ts'
import { convertParts, soleConversion, type Conversion } from '../currency/convert.ts'
import { maxPriceAgeMs } from '../history/past-equity.ts'

/**
 * Adds the recorded and the replayed value of the accounts in one currency: the base currency at the rates of that time
 * (UTC ms), otherwise the single currency of all accounts. Where they hold nothing, it is the only one of `earlier`, the
 * currencies that they have had. `null` if there is no such currency or nothing is known. A total is `null` while the value of
 * one account is not known.
 */
export function totalPastDay(
  accounts: readonly PastDayAccount[],
  at: number,
  toBase: Conversion | null,
  earlier: readonly string[] = [],
): PastDay['total'] {
  const existing = accounts.filter(({ coverage, recorded }) => coverage.state !== 'before' || recorded !== null)
  const recorded = allKnown(
    existing.map(({ recorded: own }) =>
      own === null || own.currency === null ? null : [{ currency: own.currency, amount: own.equity }],
    ),
  )
  const replayed = allKnown(existing.map((account) => account.replayed))
  const stated = [...(recorded ?? []), ...(replayed ?? [])].map(({ currency }) => currency)
  const to = toBase === null ? soleConversion(stated.length > 0 ? stated : earlier) : recentRates(toBase, at)
  if (to === null || (recorded === null && replayed === null)) return null
  const [first, second] = [convertAll(recorded, to), convertAll(replayed, to)]
  const rates = new Map([...first.rates, ...second.rates].map((rate) => [rate.currency, rate]))
  return {
    currency: to.currency,
    recorded: first.amount,
    replayed: second.amount,
    rates: [...rates.values()],
    difference: first.amount === null || second.amount === null ? null : subtract(first.amount, second.amount),
    notConverted: [...first.notConverted, ...second.notConverted],
  }
}

function allKnown(lists: readonly (readonly Money[] | null)[]): Money[] | null {
  const known = lists.filter((list) => list !== null)
  return known.length === 0 || known.length < lists.length ? null : known.flat()
}

/** The sum is `null` if one part has no rate. Money of unknown currency is not in it, and is in `notConverted`. */
function convertAll(parts: readonly Money[] | null, to: Conversion) {
  if (parts === null) return { amount: null, rates: [], notConverted: [] }
  const { amount, rates, notConverted } = convertParts(
    parts.map((part) => ({ ...part, name: part.currency })),
    to,
  )
  const isWhole = notConverted.every(({ problem }) => problem === 'unknown-currency')
  const whole: Decimal | null = isWhole ? (amount ?? (notConverted.length === 0 ? zero : null)) : null
  return { amount: whole, rates, notConverted }
}

/** Rates that are too old are treated as missing. */
function recentRates(to: Conversion, at: number): Conversion {
  return {
    currency: to.currency,
    rateOf(currency) {
      const found = to.rateOf(currency)
      const isOld = 'rate' in found && at - found.rate.at > maxPriceAgeMs
      return isOld ? { problem: 'no-price', symbol: found.rate.symbol } : found
    },
  }
}

type PartName = Exclude<keyof DayTotal, 'currency'>

/** Adds the reported profits of the positions, and their parts, by currency. Nothing is added across currencies. */
export function totalDay(positions: readonly DayPosition[]): DayTotal[] {
  const counted = positions.filter(({ isCounted }) => isCounted)
  return [...Map.groupBy(counted, ({ currency }) => currency ?? '')].map(([currency, own]) => {
    const total = (name: PartName): Decimal => sum(own.map((each) => each[name] ?? zero))
    return {
      currency,
      stated: total('stated'),
      price: total('price'),
      trading: total('trading'),
      income: total('income'),
      fees: total('fees'),
      taxes: total('taxes'),
      remainder: total('remainder'),
    }
  })
}

/**
 * Converts the totals to the base currency. All parts of a total use the same rate, so that they still add up. `null`
 * if no total has a rate.
 */
export function convertDay(totals: readonly DayTotal[], to: Conversion): DayExplanation['base'] {
  const { parts, rates, notConverted } = convertParts(
    totals.map(({ currency, stated }) => ({ name: currency, currency, amount: stated })),
    to,
  )
  const own = totals.flatMap((total) => {
    const rate = rateTo(total, to)
    return rate === null || !parts.some(({ currency }) => currency === total.currency) ? [] : [{ total, rate }]
  })
  if (own.length === 0) return null
  // A profit of zero needs no rate, but its parts need one.
  const listed = new Set([...own.map(({ total }) => total.currency), ...notConverted.map(({ currency }) => currency)])
  const apart = totals.flatMap(({ currency, stated }) => {
    const found = listed.has(currency) ? null : to.rateOf(currency)
    return found === null || 'rate' in found ? [] : [{ currency, amount: stated, problem: found.problem, names: [] }]
  })
  const inBase = (name: PartName): Decimal => own.map(({ total, rate }) => multiply(total[name], rate)).reduce(add)
  return {
    currency: to.currency,
    stated: inBase('stated'),
    price: inBase('price'),
    trading: inBase('trading'),
    income: inBase('income'),
    fees: inBase('fees'),
    taxes: inBase('taxes'),
    remainder: inBase('remainder'),
    rates,
    notConverted: [...notConverted, ...apart],
  }
}

function rateTo({ currency }: DayTotal, to: Conversion): Decimal | null {
  if (currency === to.currency) return one
  const found = to.rateOf(currency)
  return 'rate' in found ? found.rate.rate : null
}

const one = '1' as Decimal

/**
 * Orders positions by the size of their profit, largest first: first those with a profit in the base currency, then
 * those with a profit in another currency, then those without a known profit.
 */
export function orderByContribution(positions: readonly DayPosition[]): DayPosition[] {
  return positions.toSorted((a, b) => bySize(a.inBase, b.inBase) || bySize(a.stated, b.stated))
}

function bySize(a: Decimal | null, b: Decimal | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compare(absolute(b), absolute(a))
}
