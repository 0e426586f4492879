import { createProfiles } from '#main/profile/profile-registry.ts'
import { decimalOf } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { Account } from '#shared/model/account.ts'
import type { Instrument } from '#shared/model/instrument.ts'
import { emptyQuote } from '../../test/fakes/empty-figures.ts'
import { createLedgerSet, type LedgerSet } from '../ledger/ledger-set.ts'
import { fillProfile, storeInstruments } from '../measure/filled-profile.ts'
import { openQuietProfile } from '../measure/quiet-profile.ts'

/** Instruments that are not held, for the search. */
const otherInstruments = 20_000
const watchedCount = 200
const stems = ['Northern', 'Atlas', 'Crystal', 'Газ', 'Банк', 'Волга', 'Metal', 'Pacific']
const types = ['EQUITIES', 'BONDS', 'FUNDS', 'FUTURES']

/**
 * A data directory with a profile of `rows` transactions and about `positions` positions, with names, prices and future orders.
 */
export async function fillManyPositions(dataDir: string, rows: number, positions: number): Promise<void> {
  // A tenth of the instruments is sold completely.
  const set = createLedgerSet(rows, Math.ceil(positions * 1.1))
  const directory = await fillProfile(dataDir, withPrices(set))
  const profiles = createProfiles(dataDir)
  const stored = profiles.get('bench')
  if (stored === null) throw new Error('the profile of the bench is not there')
  profiles.rememberOpen(stored)
  const { profile, client } = await openQuietProfile(directory)
  const { cache } = profile
  const held = set.symbols.map((symbol, index) => instrumentOf(symbol, index))
  const others = Array.from({ length: otherInstruments }, (_, index) =>
    instrumentOf(`X${String(index).padStart(5, '0')}@XNGS`, index),
  )
  await storeInstruments(cache, [...held, ...others])
  const now = Date.now()
  for (const [index, { isArchived: _, ...instrument }] of held.entries()) {
    const price = priceOf(index)
    cache.instrumentDetails.put(
      {
        ...{ ...instrument, board: 'TQBR', decimals: 2, minStep: decimalOf(1), lotSize: decimalOf(1) },
        ...{ expirationDate: null, quoteCurrency: 'RUB', contractSize: null, strike: null },
        ...{ faceValue: null, faceCurrency: null },
      },
      now,
    )
    cache.quotes.put(
      { ...emptyQuote, symbol: instrument.symbol, at: now, last: decimalOf(price), close: decimalOf(price - 1) },
      now,
    )
  }
  await client.call('currencies.setBase', { currency: 'RUB' })
  const symbols = set.symbols.slice(0, watchedCount)
  const [list] = await client.call('watchlists.list')
  if (list === undefined) await client.call('watchlists.create', { name: 'Many', symbols })
  else await client.call('watchlists.addSymbols', { id: list.id, symbols })
  // The app replays the rows when it starts. That is not measured here.
  await client.call('reconciliation.read', { accountId: null })
  await profile.close()
}

const priceOf = (index: number): number => 100 + ((index * 37) % 4_000)

/** The account with prices and results, as its service states it. */
const withPrices = (set: LedgerSet): LedgerSet => ({
  ...set,
  account(later): Account {
    const account = set.account(later)
    return {
      ...account,
      openedAt: Date.now() - 3_000 * dayMs,
      equity: decimalOf(1_000_000),
      positions: account.positions.map((position, index) => ({
        ...position,
        averagePrice: decimalOf(priceOf(index) - 3),
        currentPrice: decimalOf(priceOf(index)),
        dailyPnl: decimalOf(((index * 7_919) % 20_000) - 9_000),
        unrealizedPnl: decimalOf(((index * 104_729) % 200_000) - 90_000),
      })),
    }
  },
})

function instrumentOf(symbol: string, index: number): Instrument {
  const [ticker = '', mic = ''] = symbol.split('@')
  const name = `${stems[index % stems.length] ?? ''} ${ticker}`
  // Only shares and funds have a value without further reference data.
  const type = mic === 'MISX' ? (types[(index % 2) * 2] ?? '') : (types[index % types.length] ?? '')
  return { symbol, id: symbol, ticker, mic, isin: '', type, name, isArchived: false }
}
