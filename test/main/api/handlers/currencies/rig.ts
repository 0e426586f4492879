import type { Instrument } from '#shared/model/instrument.ts'
import { storeInstruments } from '../../../cache/instruments/store-instruments.ts'
import { d, makeAccount, makeDetails, makePosition, makeQuote } from '../../../insight/make.ts'
import { startHandlers } from '../../rig.ts'

export const listed = (symbol: string, over: Partial<Instrument> = {}): Instrument => {
  const [ticker = '', mic = ''] = symbol.split('@')
  return { symbol, id: symbol, ticker, mic, isin: '', type: 'CURRENCIES', name: ticker, isArchived: false, ...over }
}

/** An account with roubles, dollars and yen, and the instruments from which their rates are read. */
export async function startCurrencies() {
  const handlers = startHandlers()
  const { cache, clock } = handlers
  const now = clock.now()
  await storeInstruments(
    cache.instruments,
    ['USDRUB@FX', 'USDRUB_TOM@MISX', 'USDJPY@FX', 'JPYRUB_TOM@MISX', 'EURUSD@FX'].map((symbol) => listed(symbol)),
  )
  const quote = (
    symbol: string,
    quoteCurrency: string,
    last: string | null,
    at: number | null = now - 60_000,
  ): void => {
    cache.instrumentDetails.put(makeDetails({ symbol, type: 'CURRENCIES', quoteCurrency, name: symbol }), now)
    cache.quotes.put(makeQuote({ symbol, last: last === null ? null : d(last), at }), now)
  }
  quote('USDRUB@FX', 'RUB', '80')
  quote('USDJPY@FX', 'JPY', '160', now - 120_000)
  cache.instrumentDetails.put(makeDetails({ symbol: 'R@X', quoteCurrency: 'RUB', name: 'Rouble share' }), now)
  cache.instrumentDetails.put(makeDetails({ symbol: 'D@X', quoteCurrency: 'USD', name: 'Dollar share' }), now)
  const positions = [
    makePosition({
      symbol: 'R@X',
      quantity: d('10'),
      currentPrice: d('100'),
      dailyPnl: d('5'),
      unrealizedPnl: d('50'),
    }),
    makePosition({
      symbol: 'D@X',
      quantity: d('-2'),
      currentPrice: d('10'),
      dailyPnl: d('0.3'),
      unrealizedPnl: d('4'),
    }),
  ]
  const cash = [
    { currency: 'RUB', amount: d('200') },
    { currency: 'JPY', amount: d('1600') },
  ]
  cache.accounts.replaceAccount(makeAccount({ id: 'A', equity: d('400'), positions, cash }), now)
  return { ...handlers, now, quote }
}
export const all = { accountId: null }
