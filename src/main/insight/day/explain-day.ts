import { add, absolute, compare, multiply, sum, zero, type Decimal } from '../../../shared/decimal.ts'
import type { DayExplanation, DayPosition, DayTotal } from '../../../shared/model/ledger/day-profit.ts'
import { convertParts, type Conversion } from '../currency/convert.ts'

type PartName = Exclude<keyof DayTotal, 'currency'>

/** The stated profits of these positions by currency, with their parts. Nothing is added across currencies. */
export function totalDay(positions: readonly DayPosition[]): DayTotal[] {
  const counted = positions.filter(({ isCounted }) => isCounted)
  return [...Map.groupBy(counted, ({ currency }) => currency ?? '')].map(([currency, own]) => {
    const total = (name: PartName): Decimal => sum(own.map((each) => each[name] ?? zero))
    return {
      currency,
      ...{ stated: total('stated'), price: total('price'), trading: total('trading'), income: total('income') },
      ...{ fees: total('fees'), taxes: total('taxes'), remainder: total('remainder') },
    }
  })
}

/** The totals in the base currency, each part at the same rates, so that the parts still add up; `null` where none has one. */
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
  // A profit of zero needs no rate, but its parts do.
  const listed = new Set([...own.map(({ total }) => total.currency), ...notConverted.map(({ currency }) => currency)])
  const apart = totals.flatMap(({ currency, stated }) => {
    const found = listed.has(currency) ? null : to.rateOf(currency)
    return found === null || 'rate' in found ? [] : [{ currency, amount: stated, problem: found.problem, names: [] }]
  })
  const inBase = (name: PartName): Decimal => own.map(({ total, rate }) => multiply(total[name], rate)).reduce(add)
  return {
    currency: to.currency,
    ...{ stated: inBase('stated'), price: inBase('price'), trading: inBase('trading'), income: inBase('income') },
    ...{ fees: inBase('fees'), taxes: inBase('taxes'), remainder: inBase('remainder') },
    ...{ rates, notConverted: [...notConverted, ...apart] },
  }
}

function rateTo({ currency }: DayTotal, to: Conversion): Decimal | null {
  if (currency === to.currency) return one
  const found = to.rateOf(currency)
  return 'rate' in found ? found.rate.rate : null
}

const one = '1' as Decimal

/** The largest contribution first: in the base currency, then what has none by amount, then what is unknown. */
export function orderByContribution(positions: readonly DayPosition[]): DayPosition[] {
  return positions.toSorted((a, b) => bySize(a.inBase, b.inBase) || bySize(a.stated, b.stated))
}

function bySize(a: Decimal | null, b: Decimal | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compare(absolute(b), absolute(a))
}
