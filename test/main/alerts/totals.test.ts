import { expect, test } from 'vitest'
import { keepBase } from '#main/currency/rate-settings.ts'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import type { AlertDraft } from '#shared/model/alert.ts'
import { storeInstruments } from '../cache/instruments/store-instruments.ts'
import { d, makeAccount, makeDetails, makeQuote } from '../insight/make.ts'
import { start } from './moved-alerts.ts'
import { draftOf } from './rig.ts'
import { withEnglishTexts } from './with-english-texts.ts'

const totalAbove = (threshold: string, over: Partial<Extract<AlertCondition, { kind: 'account' }>> = {}): AlertDraft =>
  draftOf({
    ...{ kind: 'account', accountId: null, figure: 'equity', currency: null, direction: 'above' },
    threshold: d(threshold),
    ...over,
  })

/** Two accounts with cash only, 100 dollars and 50 euros. The currency of their equity is derived from the cash. */
async function startTotals() {
  const rig = start()
  const { cache, journal, clock, events } = rig
  const setCash = (id: string, amount: string, currency: string): void => {
    const cash = [{ currency, amount: d(amount) }]
    cache.accounts.replaceAccount(makeAccount({ id, equity: d(amount), unrealizedProfit: d('1'), cash }), clock.now())
    events.publish('accounts.changed', { accountId: id })
  }
  await storeInstruments(cache.instruments, [
    ...[
      { symbol: 'EURUSD@FX', id: '1', ticker: 'EURUSD', mic: 'FX', isin: '', type: 'CURRENCIES', name: 'EURUSD' },
    ].map((one) => ({ ...one, isArchived: false })),
  ])
  const quote = (last: string): void => {
    const details = makeDetails({ symbol: 'EURUSD@FX', type: 'CURRENCIES', quoteCurrency: 'USD', name: 'EURUSD' })
    cache.instrumentDetails.put(details, clock.now())
    cache.quotes.put(makeQuote({ symbol: 'EURUSD@FX', last: d(last), at: clock.now() }), clock.now())
  }
  setCash('D', '100', 'USD')
  setCash('E', '50', 'EUR')
  const setBase = (currency: string | null): void => keepBase(journal.settings, currency)
  const readingOf = (draft: AlertDraft) => withEnglishTexts(rig.opened.alerts.preview(draft).reading)
  return { ...rig, setCash, quote, setBase, readingOf }
}

test('equity of several currencies is not added without a base currency, and the rule says why', async () => {
  const { opened, notices, clock, readingOf } = await startTotals()
  expect(readingOf(totalAbove('120'))).toMatchObject({
    unknown: 'The accounts have several currencies: choose a base currency in Settings',
  })
  opened.alerts.save(null, totalAbove('120'))
  await clock.advance(120_000)
  expect(notices()).toEqual([])
})

test('equity of all accounts is added in the base currency at rates that the notice names', async () => {
  const { opened, notices, clock, readingOf, quote, setBase } = await startTotals()
  setBase('USD')
  expect(readingOf(totalAbove('120'))).toMatchObject({
    unknown: 'E cannot be converted to USD: its rate has not been loaded yet',
  })
  quote('1.2')
  opened.alerts.save(null, totalAbove('160'))
  await clock.advance(1_000)
  expect(notices()).toMatchObject([
    {
      condition: { currency: 'USD' },
      facts: [
        { label: 'Equity', value: '160', currency: 'USD' },
        { label: '1 EUR', value: '1.200000', currency: 'USD' },
      ],
    },
  ])
  expect(readingOf(totalAbove('160', { figure: 'unrealized' })).facts[0]).toMatchObject({ value: '2.2' })
})

test('a rule keeps the currency of its threshold when the base currency changes', async () => {
  const { opened, readingOf, quote, setBase } = await startTotals()
  setBase('USD')
  quote('1.25')
  const { rule } = opened.alerts.save(null, totalAbove('170'))
  setBase('EUR')
  expect(opened.alerts.list()[0]?.reading.facts[0]).toMatchObject({ value: '162.5', currency: 'USD' })
  expect(readingOf(totalAbove('120')).facts[0]).toMatchObject({ value: '130', currency: 'EUR' })
  const { id, createdAt, ...draft } = rule
  expect(createdAt).toBeGreaterThan(0)
  expect(opened.alerts.save(id, { ...draft, note: 'more' }).rule.condition).toMatchObject({ currency: 'USD' })
})

test('accounts of one currency are added in it without a base currency', async () => {
  const { setCash, readingOf } = await startTotals()
  setCash('E', '50', 'USD')
  expect(readingOf(totalAbove('150'))).toMatchObject({ isBeyond: true, facts: [{ value: '150', currency: 'USD' }] })
})

test('an account whose currency is unknown makes the total unknown', async () => {
  const { cache, clock, readingOf, setBase, quote } = await startTotals()
  quote('1.2')
  cache.accounts.replaceAccount(makeAccount({ id: 'X', equity: d('7') }), clock.now())
  expect(readingOf(totalAbove('1')).unknown).toBe('The currency of the equity of X is unknown')
  setBase('USD')
  expect(readingOf(totalAbove('1')).unknown).toBe('X cannot be converted to USD: its currency is unknown')
})

test('a rule on one account has no currency', async () => {
  const { opened } = await startTotals()
  expect(() => opened.alerts.save(null, totalAbove('1', { accountId: 'D', currency: 'USD' }))).toThrow(/leave it open/)
})

test('the preview adds recorded equity at the rates of its time', async () => {
  const { opened, journal, clock, quote, setBase } = await startTotals()
  const at = (hoursAgo: number) => clock.now() - hoursAgo * 3_600_000
  setBase('USD')
  quote('9')
  const last = (hoursAgo: number, price: string) => ({ symbol: 'EURUSD@FX', at: at(hoursAgo), last: d(price) })
  journal.quotes.record([last(20, '1'), last(6, '2')])
  for (const hoursAgo of [10, 5]) {
    journal.equity.record({ accountId: 'D', at: at(hoursAgo), equity: d('100'), cash: null })
    journal.equity.record({ accountId: 'E', at: at(hoursAgo), equity: d(String(50 + hoursAgo)), cash: null })
  }
  // 100 + 60 × 1 before, 100 + 55 × 2 after.
  expect(opened.alerts.preview(totalAbove('200')).history).toMatchObject({ points: 2, firedAt: [at(5)] })
})
