import { expect, test } from 'vitest'
import { mayTrade, type Followed } from '#main/sync/interest/followed.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { d, makeAccount, makePosition } from '../../insight/make.ts'
import { startSync } from '../harness.ts'

test('symbols in the tray are followed without an open window; an unreadable tray setting is ignored', () => {
  const { journal, context } = startSync()
  const tray = { shows: 'symbol', accountId: null, symbols: ['AAA@XXXX'] }
  journal.settings.setAll({ tray })
  expect(context.readFollowed()).toMatchObject([
    { symbol: 'AAA@XXXX', isHeld: false, isVisible: false, isInWatchlist: true, isAwaited: true },
  ])
  journal.settings.setAll({ tray: { shows: 'came later' } })
  expect(context.readFollowed()).toEqual([])
})

test('a market that is open only for rates does not count as trading', () => {
  const { context, follow } = startSync()
  const rate: Followed = {
    ...{ symbol: 'USDRUB@FX', isHeld: false, isInWatchlist: false, isVisible: false, isAwaited: false, isRate: true },
    ...{ sessions: null, market: { state: 'open', changesAt: null } },
  }
  expect(mayTrade([rate])).toBe(false)
  expect(mayTrade([{ ...rate, isHeld: true }])).toBe(true)
  follow('AAA@XXXX')
  expect(context.readFollowed()).toMatchObject([{ symbol: 'AAA@XXXX', isRate: false }])
})

test('a rate is followed as soon as its page of the first list of instruments is stored', async () => {
  const { context, cache, clock } = startSync()
  cache.accounts.replaceAccount(
    makeAccount({
      cash: [
        { currency: 'RUB', amount: d('7') },
        { currency: 'USD', amount: d('5') },
      ],
    }),
    clock.now(),
  )
  cache.instruments.download.begin(clock.now())
  expect(context.readFollowed()).toEqual([])
  const rate = { symbol: 'USDRUB@FX', id: '1', ticker: 'USDRUB', mic: 'FX', isin: '', type: 'CURRENCIES', name: '' }
  await cache.instruments.storePage({
    content: pack([{ ...rate, isArchived: false }]),
    malformedCount: 0,
    nextCursor: '2',
  })
  expect(context.readFollowed()).toMatchObject([{ symbol: 'USDRUB@FX', isRate: true }])
})

test('an instrument without a market is never followed, whether it is held, watched, in the tray or on screen', () => {
  const { context, cache, clock, journal, attention, follow } = startSync()
  const positions = ['ABCD', 'AAA@XXXX'].map((symbol) => makePosition({ symbol }))
  cache.accounts.replaceAccount(makeAccount({ positions }), clock.now())
  follow('WXYZ')
  journal.settings.setAll({ tray: { shows: 'symbol', accountId: null, symbols: ['TRAY'] } })
  attention.set('view', ['ABCD', 'AAA@XXXX'], true)
  expect(context.readFollowed().map(({ symbol }) => symbol)).toEqual(['AAA@XXXX'])
})
