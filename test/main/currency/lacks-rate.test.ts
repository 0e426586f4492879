import { expect, test } from 'vitest'
import { lacksRate } from '#main/currency/read-rates.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { emptyQuote } from '../../fakes/empty-figures.ts'
import { d, makeAccount, makeDetails } from '../insight/make.ts'
import { startSync } from '../sync/harness.ts'

const rouble = { currency: 'RUB', amount: d('7') }
const dollar = { currency: 'USD', amount: d('5') }

test('a rate is lacking until an instrument of the list has reference data and a price', async () => {
  const { context, cache, journal, clock } = startSync()
  const source = { cache, journal, problems: new Map<string, string>() }
  const keep = (cash: (typeof rouble)[]) => cache.accounts.replaceAccount(makeAccount({ cash }), clock.now())
  // Before an account is read, any currency may be in use.
  expect(lacksRate(source)).toBe(true)
  keep([rouble])
  expect(lacksRate(source)).toBe(false)
  keep([rouble, dollar])
  expect(lacksRate(source)).toBe(true)

  const names = ['USDRUB@AA', 'USDRUB@BB']
  cache.instruments.download.begin(clock.now())
  await cache.instruments.storePage({
    content: pack(
      names.map((symbol) => ({
        ...{ symbol, id: symbol, ticker: 'USDRUB', mic: symbol.slice(-2), isin: '', type: 'CURRENCIES', name: '' },
        isArchived: false,
      })),
    ),
    malformedCount: 0,
    nextCursor: null,
  })
  await cache.instruments.endDownload(clock.now(), true)
  for (const symbol of names)
    cache.instrumentDetails.put(
      { ...makeDetails({ symbol }), type: 'CURRENCIES', ticker: 'USDRUB', quoteCurrency: 'RUB' },
      clock.now(),
    )
  const followed = () => context.readFollowed().flatMap(({ symbol, isRate }) => (isRate ? [symbol] : []))
  const [first = ''] = followed()
  expect([followed().length, lacksRate(source)]).toEqual([1, true])

  // The first one has no price: the other one is followed after a second.
  cache.quotes.put({ ...emptyQuote, symbol: first }, clock.now())
  await clock.advance(1_000)
  const [second = ''] = followed()
  expect(names.toSorted()).toEqual([first, second].toSorted())
  cache.quotes.put({ ...emptyQuote, symbol: second, last: d('85') }, clock.now())
  expect(lacksRate(source)).toBe(false)
})
