import { afterEach, expect, test, vi } from 'vitest'
import Shell from '../../../src/renderer/shell/Shell.svelte'
import type { Reach } from '../../../src/renderer/lib/transport.ts'
import { connection } from '../fixtures/data.ts'
import { budget } from '../fixtures/health.ts'
import { mountInApp, type Mounted } from '../fixtures/mount.ts'
import { fixtureTransport, offlineAnswers } from '../fixtures/transport.ts'

let page: Mounted
afterEach(async () => {
  await page.end()
  location.hash = ''
})

const host = () => {
  const listeners: ((reach: Reach) => void)[] = []
  return {
    say: (reach: Reach) => listeners.forEach((listener) => listener(reach)),
    onReach: (listener: (reach: Reach) => void) => (listeners.push(listener), () => undefined),
  }
}
const open = async (hash: string, transport = fixtureTransport(), on = host()) => {
  location.hash = hash
  page = await mountInApp(Shell, { host: on }, transport)
  return on
}

test('the demo says that it is one, and where to connect; a service says nothing', async () => {
  await open('#/settings')
  expect(page.find('.demo').textContent).toContain('You are looking at the demo broker.')
  expect(page.find('.demo a').getAttribute('href')).toBe('#/connect')
  await page.app.client.call('profiles.open', { id: 'service-1' })
  await vi.waitFor(() => expect(page.target.querySelector('.demo')).toBeNull())
})

const openMeter = () =>
  page.find('.card').dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open', oldState: 'closed' }))

test('the meter tells what is used, and opened, by whom, what comes next and what the service counts', async () => {
  await open('#/settings')
  expect(page.find('.meter').textContent).toContain('64 / 200')
  openMeter()
  await vi.waitFor(() => expect(page.find('.card').textContent).toContain('188 of 200 left'))
  const card = page.find('.card').textContent
  expect(card).toContain('64 of 200 requests in the last minute')
  expect(card).toMatch(/On screen\s*41\s*0/)
  expect(card).toMatch(/Next refresh of what is on screen in \d\ss/)
  expect(card).not.toContain('LastQuote')
  expect(card).not.toContain('The service allows about')
})

test('the meter says so when the service allows less than it documents', async () => {
  await open('#/settings', fixtureTransport({ 'budget.read': () => ({ ...budget, limit: 120 }) }))
  openMeter()
  await vi.waitFor(() => expect(page.find('.card').textContent).toContain('The service allows about 120 a minute now'))
  expect(page.find('.meter').classList).toContain('full')
})

test('choosing an account sets the scope; an account that is gone gives it back', async () => {
  let accounts = [{ id: '1900001' }, { id: 'TRQD05:989213' }]
  const all = await fixtureTransport().request('accounts.list', undefined)
  const rows = all.ok ? (all.value as { id: string }[]) : []
  await open(
    '#/settings',
    fixtureTransport({
      'accounts.list': () => rows.filter(({ id }) => accounts.some((account) => account.id === id)) as never,
    }),
  )
  const select = page.find<HTMLSelectElement>('select[aria-label="Account"]')
  expect([...select.options].map(({ text }) => text)).toEqual([
    'All 2 accounts',
    '1900001 · UNION',
    'TRQD05:989213 · FORTS',
  ])
  select.value = 'TRQD05:989213'
  select.dispatchEvent(new Event('change'))
  await page.settle()
  expect(page.app.accountId).toBe('TRQD05:989213')
  accounts = accounts.slice(0, 1)
  page.transport.emit('profile.changed')
  await page.settle()
  expect(page.app.accountId).toBeNull()
})

test('an address of the overview may name its account, at the start and later; then the scope is free again', async () => {
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

test('offline is said over every screen, with a way to try at once', async () => {
  await open('#/settings', fixtureTransport(offlineAnswers()))
  expect(page.find('.banners').textContent).toMatch(/Offline since/)
  page.find<HTMLButtonElement>('.banners button').click()
  await page.settle()
  expect(page.transport.calls).toContainEqual({ method: 'sync.now', params: { job: null } })
})

test('a host that stopped answering is not called live', async () => {
  const on = await open('#/settings')
  expect(page.find('.status').textContent).toContain('live')
  on.say('lost')
  await page.settle()
  expect(page.find('.status').textContent).not.toContain('live')
  expect(page.find('[role=alert]').textContent).toContain('has stopped answering')
  on.say('answering')
  await page.settle()
  expect(page.target.querySelector('[role=alert]')).toBeNull()
})

test('a screen that breaks says so calmly, and the others stay reachable', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await open('#/health', fixtureTransport({ 'health.read': () => ({ jobs: 'broken' }) as never }))
  await page.settle()
  expect(page.find('[role=alert]').textContent).toContain('This screen stumbled')
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

test('what the connection cannot do is said in its own words', async () => {
  const trouble = { ...connection(Date.now()), phase: 'trouble' as const, message: 'The service answers 500.' }
  await open('#/settings', fixtureTransport({ 'connection.read': () => trouble }))
  expect(page.find('[role=alert]').textContent).toContain('The service answers 500.')
})

test('an instrument in a window of its own has no rail, and gives the window its name', async () => {
  await open('#/instrument/AAPL%40XNGS?alone')
  expect(page.target.querySelector('.rail')).toBeNull()
  expect(document.title).toBe('Apple Inc. · Tidemark')
  await page.end()
  await open('#/instrument/AAPL%40XNGS')
  page.find('.rail')
  location.hash = '#/settings'
  await vi.waitFor(() => expect(document.title).toBe('Settings · Tidemark'))
})

test('another instrument is another place: it is read from its beginning', async () => {
  await open('#/instrument/AAPL%40XNGS')
  location.hash = '#/instrument/TWTR%40XNYS'
  await vi.waitFor(() => expect(page.find('h1').textContent).toBe('Twitter Inc.'))
  expect(document.activeElement).toBe(page.find('#main'))
})

test('with the network back the service is looked for', async () => {
  const transport = fixtureTransport()
  await open('#/settings', transport)
  const asked = () => transport.calls.filter(({ method }) => method === 'sync.now').map(({ params }) => params)
  expect(asked()).toEqual([])
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(asked()).toEqual([{ job: 'session' }]))
})
