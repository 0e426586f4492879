import { add, negate, zero } from '#shared/decimal.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { bondInstruments } from '../catalog/bonds.ts'
import type { Instrument } from '../catalog/instrument.ts'
import type { AccountPlan } from '../data/account-plans.ts'
import type { Market } from '../market/market.ts'
import { dayOf, isWeekend, type Day } from '../values/day.ts'
import { hashText, Random } from '../values/random.ts'
import { exact } from '../values/wire.ts'
import { derivativeDrafts } from './derivative-drafts.ts'
import { incomeDrafts, paymentDrafts } from './income.ts'
import { storyDrafts, storyOptions } from './story.ts'
import {
  commissionDraft,
  depositFor,
  inTimeOrder,
  moneyDraft,
  tradeDraft,
  type TransactionDraft,
} from './transaction-row.ts'

/** The last day on which the holdings are bought. */
const lastPurchaseOn = dayOf(2025, 11, 28)

/** An account's purchases, income and fees up to a day, oldest first. Daily trading is separate: see `daily-trading.ts`. */
export function plannedDrafts(market: Market, plan: AccountPlan, until: Day): readonly TransactionDraft[] {
  const trades = [
    ...[...plan.holdings, ...bondHoldings(plan)].flatMap(([symbol, quantity]) =>
      holdingDrafts(market, plan, market.catalog.get(symbol), quantity),
    ),
    ...storyDrafts(market, plan.story),
  ]
  const moves = trades.filter(({ quantity }) => quantity !== null)
  const income = [...new Set(moves.map(({ symbol }) => symbol))].flatMap((held) =>
    incomeDrafts(
      market,
      market.catalog.get(held),
      moves.filter(({ symbol }) => symbol === held),
      until,
      plan.oddDividends,
    ),
  )
  const opening = plan.foreignCash.map(([currency, amount]) =>
    moneyDraft(plan.openedOn * dayMs + 9 * hourMs, 'DEPOSIT', 'Ввод денежных средств', currency, exact(amount)),
  )
  return inTimeOrder([
    ...opening,
    ...trades,
    ...income,
    ...storyOptions(market, plan.story, until),
    ...paymentDrafts(market, plan, until),
    ...derivativeDrafts(market, plan, until),
  ])
}

function bondHoldings({ bonds: [government, corporate], id }: AccountPlan): readonly (readonly [string, number])[] {
  const longBonds = bondInstruments.filter(({ bond }) => bond !== undefined && bond.maturesOn > dayOf(2029, 1, 1))
  const ofBoard = (board: string, count: number) =>
    longBonds.filter((bond) => bond.board === board && bond.currency === 'RUB').slice(0, count)
  return [...ofBoard('TQOB', government), ...ofBoard('TQCB', corporate)].map(({ symbol }) => [
    symbol,
    20 + (hashText(37, `${id} ${symbol}`) % 180),
  ])
}

/** Purchases in one to three lots, each funded by a deposit; sales for a short position. */
function holdingDrafts(
  market: Market,
  plan: AccountPlan,
  instrument: Instrument,
  quantity: number,
): readonly TransactionDraft[] {
  const draw = new Random(hashText(market.seed, `${plan.id} ${instrument.symbol}`))
  const lots = quantity === 0 ? [200, -200] : splitPieces(quantity, draw.integer(1, 3))
  const from = Math.max(plan.openedOn + 5, (instrument.bond?.issuedOn ?? 0) + 2)
  const days = lots.map(() => businessDay(draw.integer(from, Math.max(from, lastPurchaseOn)))).sort((a, b) => a - b)
  return lots.flatMap((pieces, index) => {
    // From 11:00 to 14:00 in Moscow, or the afternoon in New York.
    const hour = instrument.currency === 'USD' ? 16 : 8
    const at = (days[index] ?? from) * dayMs + index * 1000 + Math.floor(hour * 3600 + draw.next() * 3 * 3600) * 1000
    return acquisition(market, instrument, at, pieces, plan.portfolio === 'mc' && index === 0 ? draw.next() : 1)
  })
}

function acquisition(
  market: Market,
  instrument: Instrument,
  at: number,
  pieces: number,
  luck: number,
): readonly TransactionDraft[] {
  const trade = tradeDraft(instrument, at, market.priceAt(instrument, at), pieces)
  if (pieces > 0 && instrument.type === 'EQUITIES' && luck < 0.12) return [transferIn(trade, luck < 0.06)]
  const commission = commissionDraft(trade)
  if (pieces < 0) return [trade, commission]
  const cost = negate(add(trade.amount, commission.amount))
  return [depositFor(cost, trade), trade, commission]
}

/** The same pieces, inherited or transferred from another broker instead of bought. */
const transferIn = (trade: TransactionDraft, isInherited: boolean): TransactionDraft => ({
  ...trade,
  category: isInherited ? 'INHERITANCE' : 'TRANSFER',
  name: isInherited ? 'Наследование ценных бумаг' : 'Перевод ценных бумаг от другого брокера',
  amount: zero,
  trade: null,
  costPrice: trade.trade?.price ?? null,
})

function splitPieces(quantity: number, parts: number): readonly number[] {
  const part = Math.trunc(quantity / parts)
  return part === 0 ? [quantity] : [...Array.from({ length: parts - 1 }, () => part), quantity - part * (parts - 1)]
}

const businessDay = (day: Day): Day => (isWeekend(day) ? businessDay(day + 1) : day)
