import { expect, test } from 'vitest'
import { d } from '../insight/make.ts'
import { start } from './moved-alerts.ts'
import { accountId, dayMs, draftOf, priceAbove, symbol } from './rig.ts'
import { withEnglishTexts } from './with-english-texts.ts'

test('a preview adjusts prices from before a split and says so', () => {
  const { opened, journal, cache, clock } = start()
  const today = Math.floor(clock.now() / dayMs) * dayMs
  const quote = (at: number, last: string) => ({ symbol, at, last: d(last) })
  // The split is 10 for 1: a price of 1010 before it equals 101 after it.
  journal.quotes.record([quote(today - 4 * dayMs, '980'), quote(today - 3 * dayMs, '1010'), quote(today - dayMs, '99')])
  const preview = (threshold: string) => {
    const { history, ...rest } = opened.alerts.preview(priceAbove(threshold))
    const reading = withEnglishTexts(rest.reading)
    return { firedAt: 'firedAt' in history ? history.firedAt : null, caveats: reading.caveats }
  }
  expect(preview('500').firedAt).toEqual([today - 4 * dayMs])
  const execDate = new Date(today - 2 * dayMs).toISOString().slice(0, 10)
  const split = { execDate, oldRatio: d('1'), newRatio: d('10'), newLot: null, conversionType: 'ORDINARY' }
  cache.corporateEvents.replaceSplits(symbol, [split], clock.now())
  expect(preview('100')).toEqual({ firedAt: [today - 3 * dayMs], caveats: [expect.stringContaining('10 for 1')] })
  expect(preview('500').firedAt).toEqual([])
})

test('a preview lists the times at which the rule would have fired, or says that there is no recorded data', () => {
  const { opened, journal, clock } = start()
  const at = (hoursAgo: number) => clock.now() - hoursAgo * 3_600_000
  const preview = opened.alerts.preview(priceAbove('100'))
  expect(preview).toMatchObject({
    reading: { unknown: 'No quote has been read yet' },
    history: { missing: expect.any(String) },
  })
  journal.quotes.record(
    ['90', '101', '102', '95', '103', '99.8', '104'].map((last, index) => ({
      symbol,
      at: at(20 - index),
      last: d(last),
    })),
  )
  expect(opened.alerts.preview(priceAbove('100')).history).toMatchObject({ points: 7, firedAt: [at(19), at(16)] })
  const equity = draftOf({
    ...{ kind: 'account', accountId, figure: 'equity', currency: null, direction: 'below' },
    threshold: d('500'),
  })
  for (const [index, value] of ['600', '499', '700'].entries())
    journal.equity.record({ accountId, at: at(9 - index), equity: d(value), cash: null })
  expect(opened.alerts.preview(equity).history).toMatchObject({ firedAt: [at(8)] })
  const service = opened.alerts.preview(draftOf({ kind: 'service', minutes: 5 })).history
  expect(service).toEqual({
    missing: 'There is no history for this kind of alert: only prices, equity and margin are recorded',
  })
  expect(journal.alerts.list()).toEqual([])
})

test('the preview of a rule on differences counts lasting differences, and has no history', () => {
  const { opened, state, clock } = start()
  const seen = { accountId: '1900001', figure: 'USD', currency: 'USD', difference: d('5') }
  state.differences = [
    { ...seen, since: 0 },
    { ...seen, accountId: '2', since: 0 },
    { ...seen, figure: 'EUR', since: clock.now() },
  ]
  const { reading, history } = opened.alerts.preview(draftOf({ kind: 'difference', accountId: '1900001' }))
  expect(withEnglishTexts(reading)).toMatchObject({
    unknown: null,
    facts: [{ label: 'Current differences', value: '1' }],
  })
  expect(history).toHaveProperty('missing')
})
