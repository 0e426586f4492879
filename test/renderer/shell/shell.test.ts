import { expect, test, vi } from 'vitest'
import { budget } from '../fixtures/health.ts'
import { fixtureTransport } from '../fixtures/transport.ts'
import { page, open } from './open-shell.ts'

test('the demo line appears for the demo broker only', async () => {
  await open('#/settings')
  expect(page.find('.demo').textContent).toContain('You are looking at the demo broker.')
  expect(page.find('.demo a').getAttribute('href')).toBe('#/connect')
  await page.app.client.call('profiles.open', { id: 'service-1' })
  await vi.waitFor(() => expect(page.target.querySelector('.demo')).toBeNull())
})

test('a window is on screen on the screens that show no prices as well', async () => {
  const transport = fixtureTransport()
  const reported = () => transport.calls.flatMap(({ method, params }) => (method === 'attention.set' ? [params] : []))
  await open('#/reconciliation', transport)
  await vi.waitFor(() => expect(reported()).toMatchObject([{ symbols: [], isVisible: true }]))
  location.hash = '#/health'
  await page.settle()
  expect(reported()).toHaveLength(1)
})

const openMeter = () =>
  page.find('.card').dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open', oldState: 'closed' }))

test('the request meter shows usage by purpose, the next update and the quotas of the service', async () => {
  await open('#/settings')
  expect(page.find('.meter').textContent).toContain('64 / 200')
  openMeter()
  await vi.waitFor(() => expect(page.find('.card').textContent).toContain('188 of 200 left'))
  const card = page.find('.card').textContent
  expect(card).toContain('64 of 200 requests in the last minute')
  expect(card).toMatch(/On screen\s*41\s*0/)
  expect(card).toMatch(/Next update of the prices on screen in \d\ss/)
  expect(card).not.toContain('LastQuote')
  expect(card).not.toContain('The service currently allows about')
})

test('the request meter shows a lowered limit', async () => {
  await open('#/settings', fixtureTransport({ 'budget.read': () => ({ ...budget, limit: 120 }) }))
  openMeter()
  await vi.waitFor(() =>
    expect(page.find('.card').textContent).toContain('The service currently allows about 120 requests a minute'),
  )
  expect(page.find('.meter').classList).toContain('full')
})

test('a chosen account limits all screens to it, until the account disappears', async () => {
  let accounts = [{ id: '1900001' }, { id: 'TRQD05:989213' }]
  const all = await fixtureTransport().request('accounts.list', undefined)
  const rows = all.ok && 'value' in all ? (all.value as { id: string }[]) : []
  await open(
    '#/settings',
    fixtureTransport({
      'accounts.list': () => rows.filter(({ id }) => accounts.some((account) => account.id === id)) as never,
    }),
  )
  const select = page.find<HTMLSelectElement>('select[aria-label="Account"]')
  expect([...select.options].map(({ text }) => text)).toEqual([
    'All 2 accounts',
    '1900001 · Unified account',
    'TRQD05:989213 · Derivatives account',
  ])
  select.value = 'TRQD05:989213'
  select.dispatchEvent(new Event('change'))
  await page.settle()
  expect(page.app.accountId).toBe('TRQD05:989213')
  accounts = accounts.slice(0, 1)
  page.transport.emit('profile.changed')
  await vi.waitFor(() => expect(page.app.accountId).toBeNull())
})

test('an address of the overview can choose the account, at start and later', async () => {
  const goTo = async (hash: string): Promise<void> => {
    location.hash = hash
    dispatchEvent(new Event('hashchange'))
    await page.settle()
  }
  await open('#/overview?account=TRQD05%3A989213')
  expect([page.app.accountId, location.hash]).toEqual(['TRQD05:989213', '#/overview'])
  await goTo('#/overview?account=1900001')
  expect(page.app.accountId).toBe('1900001')
  await goTo('#/overview?account=none')
  expect(page.app.accountId).toBeNull()
  await goTo('#/transactions?account=1900001')
  expect(page.app.accountId).toBeNull()
})

test('a failed screen shows a message, and the other screens still work', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await open('#/health', fixtureTransport({ 'health.read': () => ({ jobs: 'broken' }) as never }))
  await page.settle()
  expect(page.find('[role=alert]').textContent).toContain('This screen failed')
  location.hash = '#/settings'
  await vi.waitFor(() => expect(page.find('h1').textContent).toBe('Settings'))
  await page.settle()
  expect(page.target.querySelector('[role=alert]')).toBeNull()
  quiet.mockRestore()
})

test('a new screen takes the focus and the title', async () => {
  await open('#/settings')
  expect(document.title).toBe('Settings · Tidemark')
  location.hash = '#/health'
  await vi.waitFor(() => expect(document.title).toBe('Health · Tidemark'))
  expect(document.activeElement).toBe(page.find('main#main'))
})

test('the name of another screen is painted before its content replaces the one before', async () => {
  await open('#/settings')
  const before = page.find('.content > :not(h1)')
  const frames: FrameRequestCallback[] = []
  const paint = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  location.hash = '#/health'
  await vi.waitFor(() => expect(page.find('h1').textContent).toBe('Health'))
  await page.settle()
  expect(page.find('.rail [aria-current=page]').textContent).toContain('Health')
  expect(before.isConnected).toBe(true)
  for (const frame of frames) frame(performance.now())
  await page.settle()
  expect(before.isConnected).toBe(false)
  expect(page.find('.content').children.length).toBeGreaterThan(1)
  paint.mockRestore()
})

test('an instrument in its own window has no navigation rail and sets the window title', async () => {
  await open('#/instrument/AAPL%40XNGS?alone')
  expect(page.target.querySelector('.rail')).toBeNull()
  expect(document.title).toBe('Apple Inc. · Tidemark')
  await page.end()
  await open('#/instrument/AAPL%40XNGS')
  page.find('.rail')
  location.hash = '#/settings'
  await vi.waitFor(() => expect(document.title).toBe('Settings · Tidemark'))
})

test('opening another instrument scrolls to the top and moves the focus', async () => {
  await open('#/instrument/AAPL%40XNGS')
  location.hash = '#/instrument/TWTR%40XNYS'
  await vi.waitFor(() => expect(page.find('h1').textContent).toBe('Twitter Inc.'))
  expect(document.activeElement).toBe(page.find('#main'))
})
