import { expect, test, vi } from 'vitest'
import Overview from '#renderer/overview/Overview.svelte'
import * as data from '../fixtures/data.ts'
import { mountInApp } from '../fixtures/page/mount.ts'
import * as portfolio from '../fixtures/portfolio.ts'
import { emptyAnswers, failing, fixtureTransport, type Answers } from '../fixtures/transport.ts'
import { show, words } from './overview-screen.ts'

test('the screen shows the equity and names the instruments missing from the profit of the day', async () => {
  const { target, find, end } = await show()
  expect(words(find('.equity'))).toContain('209,360.37 USD')
  expect(find('.equity [title]').title).toContain('reports no currency')
  expect(words(target)).toContain('-412.65 USD')
  expect(words(target)).toContain('+35.20 EUR')
  expect(words(find('.headline'))).toContain('1 position not included')
  expect(words(find('.headline'))).toContain('Unknown, therefore not included: ESZ6@XCME')
  await end()
})

test('privacy mode removes every amount from texts, titles and values', async () => {
  const amounts = ['209360.37', '184250.37', '25110', '12840.11', '412.65', '35.2', '163249.87', '33314.19', '150.5']
  const more = ['120000', '73783.2875', '53161.8', '11039.8', '4500', '49.8', '198000']
  const isShown = (html: string) => {
    const digits = html.replace(/(?<=\d),(?=\d)/g, '')
    return [...amounts, ...more].filter((amount) => digits.includes(amount))
  }
  const open = await show()
  // Without privacy mode, these amounts are on screen.
  expect(isShown(open.target.innerHTML)).toEqual(expect.arrayContaining(amounts))
  await open.end()
  const hidden = await show({ 'settings.read': () => ({ ...data.settings, hideAmounts: true }) })
  expect(isShown(hidden.target.innerHTML)).toEqual([])
  expect(words(hidden.target)).toContain('•••')
  // The size of an amount follows from its length, but not of a hidden one.
  const lengths = [...hidden.target.querySelectorAll<HTMLElement>('.headline .value')].map((value) =>
    value.style.getPropertyValue('--length'),
  )
  expect(lengths).toHaveLength(4)
  expect(new Set(lengths).size).toBe(1)
  await hidden.end()
})

test('unknown figures are shown as "—", never as zero', async () => {
  const unknown: Answers['overview.read'] = () => ({
    accounts: portfolio.accounts(Date.now()).map((account) => ({
      ...account,
      equity: null,
      unrealizedProfit: null,
      dailyPnl: { amounts: [], missing: ['AAPL@XNGS'] },
      cash: [],
      margin: { available: null, initial: null, maintenance: null, distance: null },
    })),
    equity: null,
    equityCurrency: null,
    ...{ total: null, day: null, unrealized: null, cashTotal: null },
    contribution: { ...portfolio.contribution(0, false), missing: ['Apple Inc.'] },
    unrealizedProfit: null,
    dailyPnl: { amounts: [], missing: ['AAPL@XNGS'] },
    cash: [],
    movers: [],
    orders: { working: 0, needAttention: 0, fetchedAt: null },
    asOf: Date.now(),
    staleAt: null,
  })
  const { target, find, end } = await show({ ...emptyAnswers, 'overview.read': unknown })
  expect(words(find('.equity dd')).trim()).toBe('—')
  expect(words(find('.headline'))).toContain('the equity of 1900001, TRQD05:989213 is unknown')
  expect(words(target)).toContain('No profit of the day is known yet.')
  expect(words(target)).toContain('1 not known: Apple Inc.')
  const figures = [...target.querySelectorAll('data')].map((figure) => words(figure))
  expect(figures.length).toBeGreaterThan(5)
  expect(new Set(figures)).toEqual(new Set(['—']))
  expect(words(target)).toContain('Orders have not been loaded yet.')
  expect(words(target)).toContain('history not complete yet')
  expect(words(target)).toContain('No data recorded yet')
  await end()
})

test('without accounts the screen says so, and when signed out it says what to do', async () => {
  const waiting = await show(emptyAnswers)
  expect(words(waiting.target)).toContain('No accounts loaded yet')
  await waiting.end()
  const signedOut = await show({
    ...emptyAnswers,
    'connection.read': () => ({ ...data.connection(0), phase: 'signed-out' }),
  })
  expect(words(signedOut.target)).toContain('Connect to see your accounts')
  await signedOut.end()
})

test('a failed load shows the error, and trying again recovers', async () => {
  let isBroken = true
  const { target, find, settle, end } = await show({
    'overview.read': () =>
      isBroken ? failing('internal', 'The cache cannot be read.')() : portfolio.overview(0, portfolio.accounts(0)),
  })
  expect(words(find('[role=alert]'))).toContain('The cache cannot be read.')
  isBroken = false
  find('[role=alert] button').click()
  await settle()
  expect(target.querySelector('[role=alert]')).toBeNull()
  expect(words(find('.equity'))).toContain('209,360.37')
  await end()
})

test('loaded figures stay when an update fails', async () => {
  let isBroken = false
  const { find, transport, settle, end } = await show({
    'overview.read': () => (isBroken ? failing('internal')() : portfolio.overview(0, portfolio.accounts(0))),
  })
  isBroken = true
  transport.emit('accounts.changed', { accountId: '1900001' })
  await vi.waitFor(async () => {
    await settle()
    expect(words(find('[role=alert]'))).toContain('Could not load')
  })
  expect(words(find('.equity'))).toContain('209,360.37')
  await end()
})

test('the instruments of the contribution are reported to the host', async () => {
  const { transport, end } = await show()
  const reported = transport.calls.find(({ method }) => method === 'attention.set')?.params
  expect(reported).toMatchObject({ symbols: ['NVDA@XNGS', 'MSFT@XNGS', 'AAPL@XNGS'], isVisible: true })
  await end()
})

test('the selected range of the curve is requested', async () => {
  const { target, transport, settle, end } = await show()
  const all = [...target.querySelectorAll<HTMLInputElement>('[aria-label=Range] input')].at(-1)
  all?.click()
  await settle()
  expect(transport.calls.filter(({ method }) => method === 'equity.history').at(-1)?.params).toMatchObject({ from: 0 })
  expect(words(target)).toContain('Recording since')
  await end()
})

test('the events are loaded again at midnight', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 2, 23, 59, 30) })
  const transport = fixtureTransport()
  const { end } = await mountInApp(Overview, {}, transport)
  const count = () => transport.calls.filter(({ method }) => method === 'events.list').length
  const before = count()
  expect(before).toBeGreaterThan(0)
  vi.setSystemTime(Date.UTC(2026, 2, 3, 0, 0, 1))
  await vi.waitFor(() => expect(count()).toBe(before + 1), 5_000)
  await end()
  vi.useRealTimers()
})

test('one line says whether the accounts agree with the service, and links to the differences', async () => {
  const { find, end } = await show()
  const line = find<HTMLAnchorElement>('.headline .state a')
  expect(words(line)).toBe('2 differences')
  expect(line.getAttribute('href')).toBe('#/reconciliation')
  await end()
  const failed = await show({ 'reconciliation.read': failing('internal', 'The ledger cannot be read.') })
  expect(words(failed.find('.headline .state a'))).toBe('Not compared with the service')
  await failed.end()
})

test('an address selects the allocation, which then can be changed', async () => {
  location.hash = '#/overview?allocation=type'
  const screen = await show()
  const chosen = () => screen.find<HTMLInputElement>('[aria-label="Allocation by"] input:checked').value
  expect([chosen(), location.hash]).toEqual(['type', '#/overview'])
  screen.find('[aria-label="Allocation by"] input[value=market]').click()
  await screen.settle()
  expect(chosen()).toBe('market')
  location.hash = ''
  await screen.end()
})
