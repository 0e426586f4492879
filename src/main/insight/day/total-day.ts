import { subtract, zero, type Decimal } from '../../../shared/decimal.ts'
import type { PastDay, PastDayAccount } from '../../../shared/model/ledger/past-day.ts'
import type { Money } from '../../../shared/model/values.ts'
import { convertParts, type Conversion } from '../currency/convert.ts'
import { maxPriceAgeMs } from '../history/past-equity.ts'

/**
 * Recorded and replayed value of the accounts in one currency: the base currency at rates of the time (UTC ms), else the only
 * one there is; `null` without. A total is unknown while one account is.
 */
export function totalPastDay(
  accounts: readonly PastDayAccount[],
  at: number,
  toBase: Conversion | null,
): PastDay['total'] {
  const existing = accounts.filter(({ coverage, recorded }) => coverage.state !== 'before' || recorded !== null)
  const recorded = allKnown(
    existing.map(({ recorded: own }) =>
      own === null || own.currency === null ? null : [{ currency: own.currency, amount: own.equity }],
    ),
  )
  const replayed = allKnown(existing.map((account) => account.replayed))
  const to = toBase === null ? soleOf([...(recorded ?? []), ...(replayed ?? [])]) : youngerRates(toBase, at)
  if (to === null || (recorded === null && replayed === null)) return null
  const [first, second] = [convertAll(recorded, to), convertAll(replayed, to)]
  const rates = new Map([...first.rates, ...second.rates].map((rate) => [rate.currency, rate]))
  return {
    currency: to.currency,
    ...{ recorded: first.amount, replayed: second.amount, rates: [...rates.values()] },
    difference: first.amount === null || second.amount === null ? null : subtract(first.amount, second.amount),
    notConverted: [...first.notConverted, ...second.notConverted],
  }
}

function allKnown(lists: readonly (readonly Money[] | null)[]): Money[] | null {
  const known = lists.filter((list) => list !== null)
  return known.length === 0 || known.length < lists.length ? null : known.flat()
}

/** A sum of which a part has no rate is not known. */
function convertAll(parts: readonly Money[] | null, to: Conversion) {
  if (parts === null) return { amount: null, rates: [], notConverted: [] }
  const { amount, rates, notConverted } = convertParts(
    parts.map((part) => ({ ...part, name: part.currency })),
    to,
  )
  const whole: Decimal | null = notConverted.length > 0 ? null : parts.length === 0 ? zero : amount
  return { amount: whole, rates, notConverted }
}

function soleOf(parts: readonly Money[]): Conversion | null {
  const [only, ...more] = new Set(parts.map(({ currency }) => currency))
  if (only === undefined || more.length > 0) return null
  return { currency: only, rateOf: () => ({ problem: 'no-instrument', symbol: null }) }
}

/** A rate that is too old is none. */
function youngerRates(to: Conversion, at: number): Conversion {
  return {
    currency: to.currency,
    rateOf(currency) {
      const found = to.rateOf(currency)
      const isOld = 'rate' in found && at - found.rate.at > maxPriceAgeMs
      return isOld ? { problem: 'no-price', symbol: found.rate.symbol } : found
    },
  }
}
