import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { applyTheme } from '#renderer/lib/theme.svelte.ts'
import Settings from '#renderer/settings/Settings.svelte'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { failing, fixtureTransport, type Answers } from '../fixtures/transport.ts'

let page: Mounted
let stop: () => void
afterEach(async () => {
  stop()
  await page.end()
})

const open = async (overrides: Partial<Answers> = {}) => {
  page = await mountInApp(Settings, {}, fixtureTransport(overrides))
  stop = $effect.root(() => applyTheme(page.app))
  flushSync()
}
const choose = async (value: string) => {
  page.find<HTMLInputElement>(`input[type=radio][value=${value}]`).click()
  await page.settle()
}
const button = (text: string) =>
  [...page.target.querySelectorAll('button')].find((element) => element.textContent.includes(text)) ?? expect.fail(text)

test('theme, density and colours apply to the whole window at once and are saved', async () => {
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
  expect(page.sent('settings.write')).toEqual([{ theme: 'dark' }, { density: 'compact' }, { palette: 'blue-orange' }])
})

test('a locale changes every format at once', async () => {
  await open()
  const select = page.find<HTMLSelectElement>('select[aria-label="Numbers and dates"]')
  select.value = 'de-DE'
  select.dispatchEvent(new Event('change'))
  await page.settle()
  expect(page.target.textContent).toContain('-1.234.567,89')
  expect(page.sent('settings.write')).toEqual([{ locale: 'de-DE' }])
})

test('a valid currency code is saved, and an empty field removes the currency', async () => {
  await open()
  const input = page.find<HTMLInputElement>('input[aria-label="Account currency"]')
  const type = async (value: string) => {
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await page.settle()
  }
  await type('eu')
  expect([page.sent('settings.write'), input.getAttribute('aria-invalid')]).toEqual([[], 'true'])
  await type('eur')
  await type('')
  expect(page.sent('settings.write')).toEqual([{ accountCurrency: 'EUR' }, { accountCurrency: null }])
  await type('zz')
  input.dispatchEvent(new Event('blur'))
  await page.settle()
  expect(input.value).toBe('')
})

test('a setting that cannot be saved is reverted, and the error is shown', async () => {
  await open({ 'settings.write': failing('internal', 'The journal is full.') })
  await choose('dark')
  expect(page.app.settings.theme).toBe('system')
  expect(page.app.settingsError?.message).toBe('The journal is full.')
  expect(document.documentElement.dataset['theme']).toBe('light')
})

test('a button opens another connection', async () => {
  await open()
  page.find<HTMLButtonElement>('button[aria-label="Open https://api.broker.test"]').click()
  await page.settle()
  expect(page.app.connection?.profile.id).toBe('service-1')
  expect(page.target.textContent).toContain('Sign out')
})

test('signing out requires confirmation', async () => {
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

test('the demo has no sign-out button', async () => {
  await open()
  expect(page.target.textContent).not.toContain('Sign out…')
})

test('a failed connection action shows its error in the panel', async () => {
  await open({ 'connection.pause': failing('internal', 'It cannot be paused now.') })
  button('Pause').click()
  await page.settle()
  expect(page.find('[role=alert]').textContent).toContain('It cannot be paused now.')
})

const onDesktop = (shortcut: 'none' | 'taken'): Partial<Answers> => ({
  'app.read': () => ({ version: '0.1.0', host: 'desktop', platform: 'linux', dataDir: '/data' }),
  'desktop.read': () => ({ hasTray: true, shortcut, autostart: 'on', update: { kind: 'none' } }),
})

test('a shortcut is saved in its normal form; an invalid shortcut or one of another program shows an error', async () => {
  await open(onDesktop('taken'))
  const input = page.find<HTMLInputElement>('input[aria-label="Shortcut for the glance window"]')
  const enter = async (value: string) => {
    input.value = value
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await page.settle()
  }
  expect(page.target.textContent).toContain('Another program uses this shortcut')
  await enter('just g')
  expect(page.target.textContent).toContain('Not a valid shortcut')
  expect(page.sent('settings.write')).toEqual([])
  await enter('alt + ctrl + g')
  expect(page.sent('settings.write')).toEqual([{ glanceShortcut: 'Ctrl+Alt+G' }])
  await enter(' ')
  expect(page.sent('settings.write').at(-1)).toEqual({ glanceShortcut: null })
})

test('until the user chooses, the autostart setting shows the state of the system', async () => {
  await open(onDesktop('none'))
  expect(page.find<HTMLInputElement>('input[aria-label="Start with the system"]').checked).toBe(true)
})
