import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { applyLook } from '../../../src/renderer/lib/look.svelte.ts'
import Settings from '../../../src/renderer/settings/Settings.svelte'
import { mountInApp, type Mounted } from '../fixtures/mount.ts'
import { failing, fixtureTransport, type Answers } from '../fixtures/transport.ts'

let page: Mounted
let stop: () => void
afterEach(async () => {
  stop()
  await page.end()
})

const open = async (overrides: Partial<Answers> = {}) => {
  page = await mountInApp(Settings, {}, fixtureTransport(overrides))
  stop = $effect.root(() => applyLook(page.app))
  flushSync()
}
const choose = async (value: string) => {
  page.find<HTMLInputElement>(`input[type=radio][value=${value}]`).click()
  await page.settle()
}
const written = () =>
  page.transport.calls.filter(({ method }) => method === 'settings.write').map(({ params }) => params)
const button = (text: string) =>
  [...page.target.querySelectorAll('button')].find((element) => element.textContent.includes(text)) ?? expect.fail(text)

test('theme, rows and colours hold at once, on the whole window, and are kept', async () => {
  await open()
  expect({ ...document.documentElement.dataset }).toEqual({
    theme: 'light',
    palette: 'green-red',
    density: 'comfortable',
  })
  await choose('dark')
  await choose('compact')
  await choose('blue-orange')
  expect({ ...document.documentElement.dataset }).toEqual({ theme: 'dark', palette: 'blue-orange', density: 'compact' })
  expect(written()).toEqual([{ theme: 'dark' }, { density: 'compact' }, { palette: 'blue-orange' }])
})

test('a locale changes every format at once', async () => {
  await open()
  const select = page.find<HTMLSelectElement>('select')
  select.value = 'de-DE'
  select.dispatchEvent(new Event('change'))
  await page.settle()
  expect(page.target.textContent).toContain('-1.234.567,89')
  expect(written()).toEqual([{ locale: 'de-DE' }])
})

test('a currency is kept once it is a code, and taken away by emptying the field', async () => {
  await open()
  const input = page.find<HTMLInputElement>('input[aria-label="Currency of the accounts"]')
  const type = async (value: string) => {
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await page.settle()
  }
  await type('eu')
  expect([written(), input.getAttribute('aria-invalid')]).toEqual([[], 'true'])
  await type('eur')
  await type('')
  expect(written()).toEqual([{ accountCurrency: 'EUR' }, { accountCurrency: null }])
  await type('zz')
  input.dispatchEvent(new Event('blur'))
  await page.settle()
  expect(input.value).toBe('')
})

test('a setting that cannot be kept is taken back and said', async () => {
  await open({ 'settings.write': failing('internal', 'The journal is full.') })
  await choose('dark')
  expect(page.app.settings.theme).toBe('system')
  expect(page.app.settingsError?.message).toBe('The journal is full.')
  expect(document.documentElement.dataset['theme']).toBe('light')
})

test('another connection opens by its button', async () => {
  await open()
  page.find<HTMLButtonElement>('button[aria-label="Open https://api.broker.test"]').click()
  await page.settle()
  expect(page.app.connection?.profile.id).toBe('service-1')
  expect(page.target.textContent).toContain('Sign out')
})

test('signing out asks first, and does nothing until it is confirmed', async () => {
  await open()
  await page.app.client.call('profiles.open', { id: 'service-1' })
  await vi.waitFor(() => button('Sign out…'))
  const sent = () => page.transport.calls.some(({ method }) => method === 'connection.signOut')
  button('Sign out…').click()
  await page.settle()
  expect(page.find<HTMLDialogElement>('dialog').open).toBe(true)
  button('Stay signed in').click()
  await page.settle()
  expect([sent(), page.find<HTMLDialogElement>('dialog').open]).toEqual([false, false])
  button('Sign out…').click()
  await page.settle()
  ;[...page.target.querySelectorAll<HTMLButtonElement>('dialog footer button')].at(-1)?.click()
  await page.settle()
  expect([sent(), page.app.connection?.phase]).toEqual([true, 'signed-out'])
})

test('the demo cannot be signed out of', async () => {
  await open()
  expect(page.target.textContent).not.toContain('Sign out…')
})

test('a failure of the connection is said where it was asked for', async () => {
  await open({ 'connection.pause': failing('internal', 'It cannot be paused now.') })
  button('Pause').click()
  await page.settle()
  expect(page.find('[role=alert]').textContent).toContain('It cannot be paused now.')
})

const onDesktop = (shortcut: 'none' | 'taken'): Partial<Answers> => ({
  'app.read': () => ({ version: '0.1.0', host: 'desktop', platform: 'linux', dataDir: '/data' }),
  'desktop.read': () => ({ hasTray: true, shortcut, autostart: 'on' }),
})

test('a shortcut is kept as the system writes it; what is none, or another’s, is said', async () => {
  await open(onDesktop('taken'))
  const input = page.find<HTMLInputElement>('input[aria-label="Shortcut for the glance"]')
  const enter = async (value: string) => {
    input.value = value
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await page.settle()
  }
  expect(page.target.textContent).toContain('Another program holds this shortcut')
  await enter('just g')
  expect(page.target.textContent).toContain('This is no shortcut')
  expect(written()).toEqual([])
  await enter('alt + ctrl + g')
  expect(written()).toEqual([{ glanceShortcut: 'Ctrl+Alt+G' }])
  await enter(' ')
  expect(written().at(-1)).toEqual({ glanceShortcut: null })
})

test('a person who was not asked sees whether the system starts the app', async () => {
  await open(onDesktop('none'))
  expect(page.find<HTMLInputElement>('input[aria-label="Start with the system"]').checked).toBe(true)
})
