import { absolute, add, compare, type Decimal, divide, multiply, sign, zero } from '#shared/decimal.ts'
import type { DemoTransaction } from './transaction-row.ts'

/** Signed pieces and their average price. */
export interface Holding {
  readonly quantity: Decimal
  readonly averagePrice: Decimal
}

/** Positions and cash after a list of transactions. */
export class Holdings {
  readonly bySymbol = new Map<string, Holding>()
  readonly cash = new Map<string, Decimal>()

  copy(): Holdings {
    const copied = new Holdings()
    for (const [symbol, holding] of this.bySymbol) copied.bySymbol.set(symbol, holding)
    for (const [currency, amount] of this.cash) copied.cash.set(currency, amount)
    return copied
  }

  apply(row: DemoTransaction): void {
    if (row.isUncounted) return
    this.cash.set(row.currency, add(this.cash.get(row.currency) ?? zero, row.amount))
    if (row.symbol === '') return
    const held = this.bySymbol.get(row.symbol) ?? { quantity: zero, averagePrice: zero }
    if (row.quantity === null) {
      // A settlement pays out the profit: the average price becomes the settlement price.
      if (row.costPrice !== null) this.bySymbol.set(row.symbol, { ...held, averagePrice: row.costPrice })
      return
    }
    const price = row.trade?.price ?? row.costPrice ?? held.averagePrice
    this.bySymbol.set(row.symbol, changeHolding(held, row.quantity, price))
  }
}

/** Adding to a position averages the price, reducing it keeps the price, reversing it starts from the new price. */
function changeHolding(held: Holding, change: Decimal, price: Decimal): Holding {
  const quantity = add(held.quantity, change)
  if (sign(quantity) === 0) return { quantity, averagePrice: held.averagePrice }
  if (sign(held.quantity) !== 0 && sign(held.quantity) !== sign(quantity)) return { quantity, averagePrice: price }
  if (compare(absolute(quantity), absolute(held.quantity)) < 0) return { quantity, averagePrice: held.averagePrice }
  const cost = add(multiply(held.quantity, held.averagePrice), multiply(change, price))
  return { quantity, averagePrice: divide(cost, quantity, 4) ?? price }
}
