import { add, absolute, compare, multiply, sum, zero, type Decimal } from '../../../shared/decimal.ts'
import type { DayExplanation, DayPosition, DayTotal } from '../../../shared/model/day-profit.ts'
import { convertParts, type Conversion } from '../currency/convert.ts'

const partNames = ['stated', 'price', 'trading', 'income', 'fees', 'taxes', 'remainder'] as const

/** The stated profits of these positions by currency, with their parts. Nothing is added across currencies. */
export function totalDay(positions: readonly DayPosition[]): DayTotal[] {
  const counted = positions.filter(({ isCounted }) => isCounted)
  return [...Map.groupBy(counted, ({ currency }) => currency ?? '')].map(([currency, own]) => {
    const total = (name: (typeof partNames)[number]): Decimal => sum(own.map((each) => each[name] ?? zero))
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
  const inBase = (name: (typeof partNames)[number]): Decimal =>
    own.map(({ total, rate }) => multiply(total[name], rate)).reduce(add)
  return {
    currency: to.currency,
    ...{ stated: inBase('stated'), price: inBase('price'), trading: inBase('trading'), income: inBase('income') },
    ...{ fees: inBase('fees'), taxes: inBase('taxes'), remainder: inBase('remainder') },
    ...{ rates, notConverted },
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
