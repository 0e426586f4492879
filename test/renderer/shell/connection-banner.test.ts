import { expect, test, vi } from 'vitest'
import { connection } from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { fixtureTransport, offlineAnswers } from '../fixtures/transport.ts'
import { page, open } from './open-shell.ts'

test('a refused secret is shown with the time of the next try, and can be tried again or removed', async () => {
  const hold = { reason: 'secret-refused', times: 3, nextTryAt: fixtureNow + 600_000 } as const
  const profile = { id: 'service-1', kind: 'service', baseUrl: 'https://api.broker.test' } as const
  const refused = { ...connection(fixtureNow), profile, phase: 'refused', message: 'This may pass.', hold } as const
  await open('#/settings', fixtureTransport({ 'connection.read': () => refused }))
  const banner = page.find('.banners [role=alert]')
  expect(banner.textContent).toMatch(/The service refused the secret 3 times; next try at \d\d:\d\d.*This may pass\./s)
  const press = (text: string) =>
    [...page.target.querySelectorAll<HTMLButtonElement>('.banners button, dialog button')]
      .find((button) => button.textContent.trim() === text)
      ?.click()
  const sent = () => page.transport.calls.map(({ method }) => method)
  press('Try again')
  await vi.waitFor(() => expect(sent()).toContain('sync.now'))
  press('Remove the secret…')
  await page.settle()
  expect(sent()).not.toContain('connection.signOut')
  press('Sign out')
  await vi.waitFor(() => expect(sent()).toContain('connection.signOut'))
})

test('an untrusted certificate has its own warning and is not shown as offline', async () => {
  const untrusted = { ...connection(fixtureNow), phase: 'untrusted', message: 'The certificate has expired.' } as const
  await open('#/settings', fixtureTransport({ 'connection.read': () => untrusted }))
  const text = page.find('.banners [role=alert]').textContent
  expect(text).toMatch(/not safe.*The certificate has expired\..*Nothing was sent/s)
  expect(text).not.toContain('offline')
})

test('offline is shown above every screen, with a button to retry', async () => {
  await open('#/settings', fixtureTransport(offlineAnswers()))
  expect(page.find('.banners').textContent).toMatch(/Offline since/)
  page.find<HTMLButtonElement>('.banners button').click()
  await page.settle()
  expect(page.transport.calls).toContainEqual({ method: 'sync.now', params: { job: null } })
})

test('a stopped an offline browser and a page without a valid token have different messages', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  const fakeHost = await open('#/settings')
  const title = () => page.find('[role=alert]').textContent
  fakeHost.report('lost')
  await page.settle()
  expect(title()).toContain('Tidemark has stopped')
  onLine.mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  await page.settle()
  expect(title()).toContain('This browser is offline')
  fakeHost.report('refused')
  await page.settle()
  expect(title()).toContain('Pair this page with Tidemark again')
  onLine.mockRestore()
})

test('a host that stopped responding is not shown as live', async () => {
  const fakeHost = await open('#/settings')
  expect(page.find('.status').textContent).toContain('live')
  fakeHost.report('lost')
  await page.settle()
  expect(page.find('.status').textContent).not.toContain('live')
  expect(page.find('[role=alert]').textContent).toContain('Tidemark has stopped')
  fakeHost.report('connected')
  await page.settle()
  expect(page.target.querySelector('[role=alert]')).toBeNull()
})

test('a problem of the connection is shown with its own message', async () => {
  const trouble = { ...connection(fixtureNow), phase: 'trouble' as const, message: 'The service responds with 500.' }
  await open('#/settings', fixtureTransport({ 'connection.read': () => trouble }))
  expect(page.find('[role=alert]').textContent).toContain('The service responds with 500.')
})

test('the app reconnects when the network is back', async () => {
  const transport = fixtureTransport()
  await open('#/settings', transport)
  const requests = () => transport.calls.filter(({ method }) => method === 'sync.now').map(({ params }) => params)
  expect(requests()).toEqual([])
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(requests()).toEqual([{ job: 'session' }]))
})
