import { add, decimalOf, multiply, negate, zero } from '#shared/decimal.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { chainStrikes } from '../catalog/catalog.ts'
import { defineOption, monthlyExpiries } from '../catalog/derivatives.ts'
import type { StoryStep } from '../data/account-story.ts'
import type { Market } from '../market/market.ts'
import { type Day } from '../values/day.ts'
import { exact } from '../values/wire.ts'
import { heldToExpiry, shareChain } from './derivative-drafts.ts'
import { commissionDraft, depositFor, moneyDraft, tradeDraft, type TransactionDraft } from './transaction-row.ts'

type Step<K extends StoryStep['kind']> = Extract<StoryStep, { readonly kind: K }>

/** Noon in Moscow. */
const noonOf = (day: Day): number => day * dayMs + 9 * hourMs

/** The rows of the steps of an account's story that concern instruments which are still listed, or money. */
export const storyDrafts = (market: Market, story: readonly StoryStep[]): readonly TransactionDraft[] =>
  story.flatMap((step): readonly TransactionDraft[] => {
    switch (step.kind) {
      case 'trade':
        return tradeRows(market, step)
      case 'split':
        return [splitRow(step)]
      case 'transfer':
        return [transferRow(market, step)]
      case 'doubled-fee':
        return doubledFee(step)
      case 'option':
      case 'monthly-puts':
        return []
    }
  })

/** The rows of the options of a story up to a day. Most of these instruments are no longer listed. */
export const storyOptions = (market: Market, story: readonly StoryStep[], until: Day): readonly TransactionDraft[] =>
  story.flatMap((step) => {
    if (step.kind === 'option') return optionRows(market, step)
    return step.kind === 'monthly-puts' ? monthlyPuts(market, step, until) : []
  })

/** A purchase is funded by a deposit. One that is not listed is funded to the last kopeck, so that the cash agrees. */
function tradeRows(market: Market, step: Step<'trade'>): readonly TransactionDraft[] {
  const instrument = market.catalog.get(step.symbol)
  const at = noonOf(step.on)
  const price = multiply(market.priceAt(instrument, at), decimalOf(step.laterSplit ?? 1))
  const trade = tradeDraft(instrument, at, price, step.pieces)
  if (step.isUnlisted) {
    const funding = moneyDraft(at, 'DEPOSIT', 'Ввод денежных средств', trade.currency, negate(trade.amount))
    return [funding, trade].map((draft) => ({ ...draft, isUnlisted: true }))
  }
  const commission = commissionDraft(trade)
  const rows = [trade, commission]
  return step.pieces < 0 ? rows : [depositFor(negate(add(trade.amount, commission.amount)), trade), ...rows]
}

/** The cost stays: a cost price of 0 for the new pieces lowers the average price. */
const splitRow = ({ symbol, on, held, ratio }: Step<'split'>): TransactionDraft => ({
  ...moneyDraft(noonOf(on), 'OTHERS', `Дробление акций 1:${ratio}`, 'RUB', zero, symbol),
  quantity: decimalOf(held * (ratio - 1)),
  costPrice: zero,
})

function transferRow(market: Market, step: Step<'transfer'>): TransactionDraft {
  const instrument = market.catalog.get(step.symbol)
  const name = step.pieces > 0 ? 'Перевод ценных бумаг со счёта' : 'Перевод ценных бумаг на счёт'
  return {
    ...moneyDraft(noonOf(step.on), 'TRANSFER', `${name} ${step.otherAccount}`, instrument.currency, zero, step.symbol),
    quantity: decimalOf(step.pieces),
    costPrice: step.pieces > 0 ? market.priceAt(instrument, noonOf(step.boughtOn)) : null,
  }
}

function doubledFee({ on, currency, amount }: Step<'doubled-fee'>): readonly TransactionDraft[] {
  const name = 'Комиссия за хранение иностранных бумаг'
  const fee = moneyDraft(noonOf(on), 'COMMISSION', name, currency, exact(amount))
  return [fee, { ...fee, isUncounted: true }]
}

function optionRows(market: Market, { expiresOn, pieces }: Step<'option'>): readonly TransactionDraft[] {
  const chain = shareChain(market)
  const strikes = chainStrikes(chain, expiresOn, (instrument, at) => market.rawPrice(instrument, at))
  const option = defineOption(chain, expiresOn, strikes.at(-1) ?? 0, 'CALL')
  return heldToExpiry(market, option, noonOf(expiresOn - 30), pieces)
}

/** Bought about a month before they expire, so that one is always held. */
function monthlyPuts(market: Market, { from, pieces }: Step<'monthly-puts'>, until: Day): readonly TransactionDraft[] {
  const chain = shareChain(market)
  return monthlyExpiries(3, from, until).flatMap((expiresOn) => {
    const strikes = chainStrikes(chain, expiresOn, (instrument, at) => market.rawPrice(instrument, at))
    return heldToExpiry(market, defineOption(chain, expiresOn, strikes[4] ?? 0, 'PUT'), noonOf(expiresOn - 36), pieces)
  })
}
