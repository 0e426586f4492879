import { add, compare, type Decimal, decimalOf, multiply, negate, sign, zero } from '../../shared/decimal.ts'
import { bondInstruments, couponAmount, couponDays, faceOn } from './bonds.ts'
import type { AccountPlan } from './data/plans.ts'
import { dayAt, dayMs, dayOf, hourMs, isWeekend, partsOf, type Day } from './day.ts'
import { dividendsOf } from './events.ts'
import { derivativeDrafts } from './futures-ledger.ts'
import { householdDrafts } from './household.ts'
import type { Instrument } from './instruments.ts'
import type { Market } from './market.ts'
import { hashText, Random } from './random.ts'
import { commissionDraft, inTimeOrder, moneyDraft, roundedMoney, tradeDraft, type Draft } from './rows.ts'
import { exact } from './wire.ts'

/** The last day of building up the holdings. */
const builtBy = dayOf(2025, 11, 28)

/** All that shapes an account, oldest first, up to a day: purchases, income, fees. Daily trading comes on top of it. */
export function ledgerOf(market: Market, plan: AccountPlan, until: Day): readonly Draft[] {
  const trades = [...plan.holdings, ...bondHoldings(plan)].flatMap(([symbol, quantity]) =>
    holdingDrafts(market, plan, market.catalog.get(symbol), quantity),
  )
  const moves = trades.filter(({ quantity }) => quantity !== null)
  const income = [...new Set(moves.map(({ symbol }) => symbol))].flatMap((held) =>
    incomeDrafts(
      market,
      market.catalog.get(held),
      moves.filter(({ symbol }) => symbol === held),
      until,
    ),
  )
  const opening = plan.foreignCash.map(([currency, amount]) =>
    moneyDraft(plan.openedOn * dayMs + 9 * hourMs, 'DEPOSIT', 'Ввод денежных средств', currency, exact(amount)),
  )
  return inTimeOrder([
    ...opening,
    ...trades,
    ...income,
    ...householdDrafts(market, plan, until),
    ...derivativeDrafts(market, plan, until),
  ])
}

function bondHoldings({ bonds: [government, corporate], id }: AccountPlan): readonly (readonly [string, number])[] {
  const lasting = bondInstruments.filter(({ bond }) => bond !== undefined && bond.maturesOn > dayOf(2029, 1, 1))
  const ofBoard = (board: string, count: number) =>
    lasting.filter((bond) => bond.board === board && bond.currency === 'RUB').slice(0, count)
  return [...ofBoard('TQOB', government), ...ofBoard('TQCB', corporate)].map(({ symbol }) => [
    symbol,
    20 + (hashText(37, `${id} ${symbol}`) % 180),
  ])
}

/** Purchases in one to three lots, each paid for by a deposit; for a short, sales. */
function holdingDrafts(market: Market, plan: AccountPlan, instrument: Instrument, quantity: number): readonly Draft[] {
  const draw = new Random(hashText(market.seed, `${plan.id} ${instrument.symbol}`))
  const lots = quantity === 0 ? [200, -200] : splitPieces(quantity, draw.integer(1, 3))
  const from = Math.max(plan.openedOn + 5, (instrument.bond?.issuedOn ?? 0) + 2)
  const days = lots.map(() => businessDay(draw.integer(from, Math.max(from, builtBy)))).sort((a, b) => a - b)
  return lots.flatMap((pieces, index) => {
    // 11:00 to 18:00 in Moscow, or the afternoon in New York.
    const hour = instrument.currency === 'USD' ? 16 : 8
    const at = (days[index] ?? from) * dayMs + index * 1000 + Math.floor(hour * 3600 + draw.next() * 3 * 3600) * 1000
    return acquisition(market, instrument, at, pieces, plan.kind === 'mc' && index === 0 ? draw.next() : 1)
  })
}

function acquisition(
  market: Market,
  instrument: Instrument,
  at: number,
  pieces: number,
  luck: number,
): readonly Draft[] {
  const trade = tradeDraft(instrument, at, market.priceAt(instrument, at), pieces)
  if (pieces > 0 && instrument.type === 'EQUITIES' && luck < 0.12) return [broughtIn(trade, luck < 0.06)]
  const commission = commissionDraft(trade)
  if (pieces < 0) return [trade, commission]
  const cost = negate(add(trade.amount, commission.amount))
  const thousands = Math.ceil(Number(cost) / 1000)
  const paidIn = moneyDraft(
    at - 3 * hourMs,
    'DEPOSIT',
    'Ввод денежных средств',
    trade.currency,
    decimalOf(thousands * 1000),
  )
  return [paidIn, trade, commission]
}

/** The same pieces, inherited or transferred from another broker instead of bought. */
const broughtIn = (trade: Draft, isInherited: boolean): Draft => ({
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

/** Dividends, coupons and amortizations on what was held, with the tax on them. */
function incomeDrafts(market: Market, instrument: Instrument, moves: readonly Draft[], until: Day): readonly Draft[] {
  const payments = [
    ...dividendsOf(market.seed, instrument, until).map(({ day, amount }) => ({ day, each: amount, name: 'Дивиденды' })),
    ...bondPayments(instrument, until),
  ]
  return payments.flatMap(({ day, each, name }) => {
    const at = day * dayMs + 12 * hourMs + (hashText(41, instrument.symbol) % 3600) * 1000
    const held = moves
      .filter((move) => dayAt(move.at) < day)
      .reduce((total, { quantity }) => add(total, quantity ?? zero), zero)
    if (sign(held) === 0) return []
    const amount = roundedMoney(multiply(each, held))
    if (sign(held) < 0) {
      const title = 'Возмещение дивидендов по короткой позиции'
      return [moneyDraft(at, 'OUTCOMES', title, instrument.currency, amount, instrument.symbol)]
    }
    const tax = roundedMoney(multiply(amount, exact('0.13')))
    const paid = moneyDraft(at, 'INCOME', name, instrument.currency, amount, instrument.symbol)
    if (name === 'Частичное погашение' || compare(tax, zero) === 0) return [paid]
    const taxed = moneyDraft(
      at,
      'TAX',
      `Налог: ${name.toLowerCase()}`,
      instrument.currency,
      negate(tax),
      instrument.symbol,
    )
    return [paid, taxed]
  })
}

function bondPayments({ bond }: Instrument, until: Day): readonly { day: Day; each: Decimal; name: string }[] {
  if (bond === undefined) return []
  return couponDays(bond)
    .filter((day) => day <= until && partsOf(day).year >= 2019)
    .flatMap((day) => {
      const repaid = faceOn(bond, day - 1) - faceOn(bond, day)
      const coupon = { day, each: exact(String(couponAmount(bond, day))), name: 'Купоны' }
      return repaid === 0 ? [coupon] : [coupon, { day, each: exact(String(repaid)), name: 'Частичное погашение' }]
    })
}
