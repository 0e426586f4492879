import { add, type Decimal, subtract, zero } from '#shared/decimal.ts'
import type { Instrument } from '../catalog/instrument.ts'
import type { AccountPlan } from '../data/account-plans.ts'
import { wireDecimal } from '../values/wire.ts'
import { roundedMoney } from './transaction-row.ts'

/** One position with its figures; money in the instrument's currency. */
export interface PositionFigures {
  readonly instrument: Instrument
  readonly quantity: Decimal
  readonly averagePrice: Decimal
  readonly price: Decimal
  readonly value: Decimal
  readonly unrealized: Decimal
  readonly daily: Decimal
  readonly margin: Decimal
}

/** A futures account has neither average price nor daily profit; a cash account (`mct`) has no margin. */
export function positionMessage(figures: PositionFigures, { portfolio }: AccountPlan): object {
  return {
    symbol: figures.instrument.symbol,
    quantity: wireDecimal(figures.quantity),
    ...(portfolio !== 'forts' && { average_price: wireDecimal(figures.averagePrice) }),
    current_price: wireDecimal(figures.price),
    ...(portfolio !== 'mct' && { maintenance_margin: wireDecimal(figures.margin) }),
    ...(portfolio !== 'forts' && { daily_pnl: wireDecimal(figures.daily) }),
    unrealized_pnl: wireDecimal(figures.unrealized),
  }
}

/** The margin of an account; its form depends on the kind of account. */
export function portfolioMessage(
  { portfolio }: AccountPlan,
  figures: readonly PositionFigures[],
  cash: Decimal,
): object {
  const maintenance = figures.reduce((total, { margin }) => add(total, margin), zero)
  const initial = add(maintenance, maintenance)
  if (portfolio === 'mct') return { portfolio_mct: {} }
  const available = roundedMoney(cash)
  if (portfolio === 'mc') {
    return {
      portfolio_mc: {
        available_cash: wireDecimal(available),
        initial_margin: wireDecimal(initial),
        maintenance_margin: wireDecimal(maintenance),
      },
    }
  }
  return {
    portfolio_forts: {
      available_cash: wireDecimal(subtract(available, initial)),
      money_reserved: wireDecimal(initial),
    },
  }
}
