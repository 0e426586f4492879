import { dayMs, hourMs } from '#shared/durations.ts'
import { currencies, delisted, funds, indices, type PlainRow } from '../data/funds-currencies-indices.ts'
import { americanKinds, americanWords, otherShares, russianIssuers, type IssuerRow } from '../data/issuers.ts'
import { hashText, unitOf } from '../values/random.ts'
import { defineInstrument, type Instrument } from './instrument.ts'

const digits = (text: string, length: number): string => String(hashText(7, text) % 10 ** length).padStart(length, '0')

const volatilityOf = (ticker: string): number => 0.18 + 0.35 * unitOf(hashText(11, ticker))

function russianShare([ticker, name, basePrice, ...sector]: IssuerRow): Instrument {
  return defineInstrument({
    ticker,
    mic: 'MISX',
    board: 'TQBR',
    type: 'EQUITIES',
    name,
    isin: ticker === 'SBER' ? 'RU0009029540' : `RU000${digits(ticker, 7)}`,
    currency: 'RUB',
    basePrice,
    volatility: volatilityOf(ticker),
    lotSize: basePrice >= 1000 ? 1 : basePrice >= 20 ? 10 : basePrice >= 1 ? 100 : 10_000,
    sector,
    ...(ticker === 'SBER' && { decimals: 2, minStep: 1 }),
  })
}

/** The same share on a second market with less volume. */
const secondListing = (share: Instrument): Instrument => ({
  ...share,
  symbol: `${share.ticker}@RUSX`,
  mic: 'RUSX',
  board: 'STOCKS',
  name: `ПАО '${share.name}', ао`,
  dailyVolume: Math.round(share.dailyVolume / 40),
})

function americanShare(word: string, index: number): Instrument {
  const [kind, ...sector] = americanKinds[index % americanKinds.length] ?? ['Group', 'Industrials', 'Conglomerates']
  const ticker = word.slice(0, 4).toUpperCase()
  return defineInstrument({
    ticker,
    mic: index % 5 < 3 ? 'XNGS' : 'XNYS',
    type: 'EQUITIES',
    name: `${word} ${kind}`,
    isin: `US${digits(word, 10)}`,
    currency: 'USD',
    basePrice: Number((8 * 60 ** unitOf(hashText(13, word))).toFixed(2)),
    volatility: volatilityOf(word),
    sector,
    decimals: 2,
    minStep: 1,
  })
}

const plain =
  (type: Instrument['type']) =>
  ([ticker, mic, board, name, basePrice, currency, volatility]: PlainRow): Instrument =>
    defineInstrument({
      ticker,
      mic,
      board,
      type,
      name,
      basePrice,
      currency,
      volatility,
      lotSize: board === 'CETS' ? 1000 : 1,
      ...(type === 'FUNDS' && mic === 'ARCX' && { decimals: 2, minStep: 1, isin: `US${digits(ticker, 10)}` }),
      ...(type === 'CURRENCIES' && basePrice < 200 && { decimals: 4, minStep: mic === 'MISX' ? 25 : 1 }),
      ...(type === 'INDICES' && { decimals: 2, minStep: 1, constituents: constituentsOf(ticker) }),
    })

const shares = [...russianIssuers.map(russianShare)]
const american = [
  defineInstrument({
    ticker: 'AAPL',
    mic: 'XNGS',
    type: 'EQUITIES',
    name: 'Apple Inc.',
    isin: 'US0378331005',
    currency: 'USD',
    basePrice: 212.4,
    volatility: 0.26,
    sector: ['Information Technology', 'Hardware'],
    decimals: 2,
    minStep: 1,
  }),
  ...americanWords.map(americanShare),
]

function constituentsOf(index: string): readonly string[] {
  if (index === 'RGBI') return []
  const members = index.startsWith('US') ? american : shares
  const sector = index === 'OILG' ? 'Energy' : index === 'USTC' ? 'Information Technology' : null
  const chosen = sector === null ? members : members.filter((member) => member.sector?.[0] === sector)
  return chosen.slice(0, index === 'BLUE' ? 15 : undefined).map((member) => member.symbol)
}

/** All instruments except bonds and derivatives. */
export const spotInstruments: readonly Instrument[] = [
  ...shares,
  ...shares.slice(0, 24).map(secondListing),
  ...american,
  ...otherShares.map(([ticker, name, basePrice, mic, currency]) =>
    defineInstrument({
      ticker,
      mic,
      type: 'EQUITIES',
      name,
      isin: `${mic === 'XETR' ? 'DE' : 'KY'}${digits(name, 10)}`,
      basePrice,
      currency,
      volatility: volatilityOf(name),
      lotSize: mic === 'XHKG' ? 100 : 1,
      sector: ['Industrials', 'Conglomerates'],
    }),
  ),
  ...funds.map(plain('FUNDS')),
  ...currencies.map(plain('CURRENCIES')),
  ...indices.map(plain('INDICES')),
  ...delisted.map(([ticker, name, basePrice, mic, last]) =>
    defineInstrument({
      ticker,
      mic,
      type: 'EQUITIES',
      name,
      isin: `${mic.startsWith('X') ? 'US' : 'RU'}${digits(name, 10)}`,
      basePrice,
      currency: mic.startsWith('X') ? 'USD' : 'RUB',
      volatility: 0.4,
      endsAt: Date.parse(last) + dayMs - 3 * hourMs,
    }),
  ),
]
