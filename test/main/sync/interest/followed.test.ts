import { expect, test } from 'vitest'
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
