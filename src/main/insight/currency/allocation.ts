import { absolute, divide, sign, sum, toNumber, type Decimal } from '#shared/decimal.ts'
import type { Allocation, AllocationKey } from '#shared/model/portfolio.ts'
import type { Money } from '#shared/model/values.ts'
import { allocationKey, type HeldRow } from '../portfolio/position-rows.ts'
import { convert, convertParts, type Conversion } from './convert.ts'

/** An amount before conversion: a position's value or cash. */
interface Holding {
  readonly key: string
  readonly label: string
  readonly name: string
  readonly amount: Decimal | null
  readonly currency: string | null
}

/** The name of cash or of a debt, of one currency (`''` for an unknown one) or of all (`null`). */
export type NameCash = (isDebt: boolean, currency: string | null) => string

/**
 * Allocates the gross value of positions and cash in the currency of `to`, largest slice first. Cash is a slice by its
 * currency, and a debt is a slice of its own. Amounts without a rate are in `notConverted`, in their own currency.
 * `share` is a fraction. `nameCash` gives the labels of cash.
 */
export function allocateConverted(
  rows: readonly HeldRow[],
  cash: readonly Money[],
  by: AllocationKey,
  to: Conversion,
  nameCash: NameCash,
): Allocation {
  const holdings = [
    ...rows.map((row) => positionHolding(row, by)),
    ...cash.map((money) => cashHolding(money, by, nameCash)),
  ]
  const { rates, notConverted, missing } = convertParts(holdings, to)
  const converted = holdings.flatMap(({ amount, currency, ...holding }) => {
    const value = convert(amount, currency, to)
    return value === null ? [] : [{ ...holding, value: absolute(value) }]
  })
  const gross = sum(converted.map(({ value }) => value))
  const slices = [...Map.groupBy(converted, ({ key }) => key)].map(([key, members]) => {
    const value = sum(members.map((member) => member.value))
    const share = divide(value, gross)
    return { key, label: members[0]?.label ?? key, value, share: share === null ? 0 : toNumber(share) }
  })
  return {
    currency: to.currency,
    gross: converted.length === 0 ? null : gross,
    slices: slices.sort((a, b) => b.share - a.share),
    missing,
    rates,
    notConverted,
    includesCash: true,
  }
}

function positionHolding(row: HeldRow, by: AllocationKey): Holding {
  const key = allocationKey(row, by)
  const label = by === 'instrument' ? (row.name ?? key) : key
  return { key, label, name: row.symbol, amount: row.value, currency: row.currency }
}

function cashHolding({ amount, currency }: Money, by: AllocationKey, nameCash: NameCash): Holding {
  const isDebt = sign(amount) < 0
  const key = isDebt ? 'DEBT' : 'CASH'
  const name = nameCash(isDebt, currency)
  const holding = { name, amount, currency }
  if (by === 'type' || by === 'market') return { ...holding, key, label: nameCash(isDebt, null) }
  if (by === 'currency' && !isDebt) return { ...holding, key: currency, label: currency }
  return { ...holding, key: `${key} ${currency}`, label: name }
}
