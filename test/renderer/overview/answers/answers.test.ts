import { expect, test, vi } from 'vitest'
import { comingEvents } from '#renderer/overview/answers/coming.ts'
import ComingPanel from '#renderer/overview/answers/ComingPanel.svelte'
import { contributionBars } from '#renderer/overview/answers/contribution-bars.ts'
import ContributionPanel from '#renderer/overview/answers/ContributionPanel.svelte'
import SincePanel from '#renderer/overview/answers/SincePanel.svelte'
import type { IncomeRow, UnsettledContract } from '#shared/model/ledger/income.ts'
import type { SinceVisit } from '#shared/model/visit.ts'
import * as activity from '../../fixtures/activity.ts'
import { day, dec, settings } from '../../fixtures/data.ts'
import { fixtureNow } from '../../fixtures/fixture-now.ts'
import { mountInApp } from '../../fixtures/page/mount.ts'
import { contribution } from '../../fixtures/portfolio.ts'
import { failing, fixtureTransport, type Answers } from '../../fixtures/transport.ts'

const row = (name: string, amount: string) => ({ symbol: `${name}@X`, name, amount: dec(amount) })

test('bars are sorted from the best to the worst, and the longest bar has the full width', () => {
  const bars = contributionBars({ gains: [row('a', '50'), row('b', '10')], losses: [row('c', '-100'), row('d', '-1')] })
  expect(bars.map(({ row: { name }, share }) => [name, share])).toEqual([
    ['a', 0.5],
    ['b', 0.1],
    ['d', -0.01],
    ['c', -1],
  ])
})

test('each contribution links to its day, and unknown profits are named', async () => {
  const { target, text, end } = await mountInApp(ContributionPanel, {
    contribution: contribution(fixtureNow, true),
    currencyCount: 1,
  })
  const links = [...target.querySelectorAll<HTMLAnchorElement>('a.row')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '#/day?symbol=NVDA%40XNGS',
    '#/day?symbol=MSFT%40XNGS',
    '#/day?symbol=AAPL%40XNGS',
  ])
  expect(text()).toContain('-365.25 USD')
  expect(text()).toContain('1 not known: E-mini S&P 500')
  await end()
})

test('profits in several currencies are not compared, and a part that could not be read says so', async () => {
  const several = { contribution: contribution(fixtureNow, false), currencyCount: 2 }
  const { text, end } = await mountInApp(ContributionPanel, several)
  expect(text()).toContain('Profits of several currencies are not added')
  await end()
  const unread = await mountInApp(ContributionPanel, { contribution: null, currencyCount: 0 })
  expect(unread.text()).toContain('Could not be read')
  await unread.end()
})

const today = new Date(fixtureNow).toISOString().slice(0, 10)
const dateAfter = (days: number) => new Date(fixtureNow + days * day).toISOString().slice(0, 10)
const payment = (over: Partial<IncomeRow>): IncomeRow => ({
  ...{ accountId: '1900001', symbol: 'AAPL@XNGS', kind: 'dividend', date: today, state: 'announced', lateDays: 0 },
  ...{
    expected: { low: dec('30'), high: dec('30'), currency: 'USD' },
    currency: 'USD',
    gross: null,
    tax: null,
    net: null,
  },
  ...{
    transactionIds: [],
    rule: [{ code: 'served' as const }],
    name: 'Apple Inc.',
    each: null,
    pieces: null,
    isUncertain: false,
  },
  ...{ candidates: [], source: 'event', endsOn: null },
  ...over,
})

test('the next payment is listed first; past and received payments and splits are not listed', () => {
  const rows = [
    payment({ date: dateAfter(9) }),
    payment({ date: dateAfter(-1) }),
    payment({ date: dateAfter(2), state: 'unknown', expected: null }),
    payment({ kind: 'split' }),
    payment({ state: 'received' }),
  ]
  expect(comingEvents(rows, today).map(({ date }) => date)).toEqual([dateAfter(2), dateAfter(9)])
})

test('a payment shows its expected amount: a range when it is uncertain, "—" when it is unknown', async () => {
  const rows = [
    payment({ date: dateAfter(1), expected: { low: dec('10'), high: dec('12.5'), currency: 'USD' } }),
    payment({ date: dateAfter(2), expected: null, rule: [{ code: 'history-not-loaded' }] }),
  ]
  const { target, text, end } = await mountInApp(ComingPanel, {}, fixtureTransport({ 'income.list': () => rows }))
  expect(text()).toContain('10.00–12.50 USD')
  const unknown = [...target.querySelectorAll('li data')].at(-1)
  expect([unknown?.textContent, unknown?.getAttribute('title')]).toEqual([
    '—',
    'A part of the history that decides it is not loaded.',
  ])
  await end()
})

test('payments that did not arrive are counted, with the way to them', async () => {
  const past = [payment({ date: dateAfter(-90), state: 'missing', lateDays: 90 }), payment({ state: 'received' })]
  const transport = fixtureTransport({
    'income.list': ({ to }) => (to <= fixtureNow ? past : [payment({ date: dateAfter(2) })]),
  })
  const { target, text, end } = await mountInApp(ComingPanel, {}, transport)
  expect(text()).toContain('1 not received')
  expect(target.querySelector('a.missing')?.getAttribute('href')).toBe('#/income?state=overdue')
  await end()
  const none = await mountInApp(ComingPanel, {}, fixtureTransport({ 'income.list': () => [] }))
  expect(none.text()).not.toContain('not received')
  await none.end()
})

test('the same event of two accounts names the accounts', async () => {
  const expiry = { kind: 'expiry', expected: null, date: dateAfter(1) } as const
  const rows = [
    payment({ ...expiry, symbol: 'P@X', name: 'Put' }),
    payment({ ...expiry, symbol: 'P@X', name: 'Put', accountId: '1900002' }),
    payment({ ...expiry, symbol: 'C@X', name: 'Call', accountId: '1900002' }),
  ]
  const { target, end } = await mountInApp(ComingPanel, {}, fixtureTransport({ 'income.list': () => rows }))
  const accounts = [...target.querySelectorAll('li')].map((line) => line.querySelector('.account')?.textContent)
  expect(accounts).toEqual(['· 1900001', '· 1900002', undefined])
  await end()
})

test('no upcoming payments and a failed read have different messages', async () => {
  const none = await mountInApp(ComingPanel, {}, fixtureTransport({ 'income.list': () => [] }))
  expect(none.text()).toContain('No payment or expiry is announced or projected')
  await none.end()
  const transport = fixtureTransport({ 'income.list': failing('internal', 'The ledger cannot be read.') })
  const broken = await mountInApp(ComingPanel, {}, transport)
  expect(broken.text()).toContain('The ledger cannot be read.')
  expect(broken.text()).not.toContain('No payment')
  await broken.end()
})

const contract = (over: Partial<UnsettledContract>): UnsettledContract => ({
  ...{ accountId: '1900001', symbol: 'SiU6@RTSX', name: 'Si-9.26', kind: 'expiry', date: null, quantity: dec('-3') },
  ...over,
})
const linesOf = (target: Element) =>
  [...target.querySelectorAll('li')].map((line) => line.textContent.replace(/\s+/g, ' ').trim())

test('expiries and maturities say what happens and the pieces held; held contracts that have ended come first', async () => {
  const pieces = { low: dec('400'), high: dec('400') }
  const rows = [
    payment({ date: dateAfter(5), kind: 'redemption', state: 'projected', name: 'OFZ', pieces }),
    payment({ date: today, kind: 'expiry', name: 'SBER 330 CALL', expected: null, pieces }),
  ]
  const { target, text, end } = await mountInApp(
    ComingPanel,
    {},
    fixtureTransport({
      'income.list': () => rows,
      'income.unsettled': () => [contract({ date: dateAfter(-2) }), contract({ symbol: 'X@RTSX', name: 'Brent' })],
    }),
  )
  expect(linesOf(target)).toEqual([
    '16 Nov Si-9.26 expired -3 pcs',
    '18 Nov SBER 330 CALL expires 400 pcs',
    '23 Nov OFZ matures 400 pcs 30.00 USD',
  ])
  expect(text()).toContain('Expiry not known yet: Brent')
  await end()
})

const sinceLastVisit = (): SinceVisit => ({
  transactions: { rows: activity.transactions(fixtureNow).slice(0, 2), isMore: false },
  executions: [
    {
      ...{ number: 4, accountId: '1900001', orderId: '7', seenAt: fixtureNow - 1, kind: 'filled', status: '' },
      ...{ executed: dec('10'), filledBy: dec('10'), symbol: 'AAPL@XNGS', name: 'Apple Inc.', side: 'SIDE_BUY' },
    },
  ],
  events: activity.eventRows.slice(0, 1),
  notices: [],
})
const showSince = (overrides: Partial<Answers>) => mountInApp(SincePanel, {}, fixtureTransport(overrides))

test('events since the last visit are counted and listed until they are marked as seen', async () => {
  const read = vi.fn<Answers['visits.read']>(({ since }) =>
    since === fixtureNow
      ? { transactions: { rows: [], isMore: false }, executions: [], events: [], notices: [] }
      : sinceLastVisit(),
  )
  const { target, text, settle, end } = await showSince({ 'visits.read': read })
  expect(read).toHaveBeenCalledWith({ accountId: null, since: fixtureNow - day })
  expect(text()).toContain('1 execution, 1 event, 2 transactions since')
  expect(text()).toContain('Executed: Buy 10 Apple Inc.')
  expect(target.querySelectorAll('li')).toHaveLength(4)
  target.querySelector('button')?.click()
  await settle()
  expect(text()).toContain('Nothing new since')
  await end()
})

test('on the first visit the panel explains its purpose', async () => {
  const { text, end } = await showSince({ 'visits.note': () => ({ since: null, seenAt: fixtureNow }) })
  expect(text()).toContain('This is your first visit')
  await end()
})

test('privacy mode hides amounts and pieces', async () => {
  const { target, text, end } = await showSince({
    'visits.read': sinceLastVisit,
    'settings.read': () => ({ ...settings, hideAmounts: true }),
  })
  expect(text()).toContain('Executed: Buy ••• Apple Inc.')
  expect(target.querySelector('data[value]')).toBeNull()
  await end()
})
