import { expect, test } from 'vitest'
import { until } from '../../fakes/until.ts'
import { openLock } from '../fixtures/app/lock.ts'
import { instruments } from '../fixtures/market.ts'
import { failing } from '../fixtures/transport.ts'
import { page, open, openPalette, openShell, wait, type, press, options, marked } from './open-palette.ts'

test('with a PIN, a command locks the app; without a PIN there is no such command', async () => {
  let input = await open()
  type(input, 'pin')
  await wait()
  expect(options()).not.toContain('Lock Tidemark Ctrl/⌘ Shift L')
  await page.end()
  input = await open({ 'lock.read': () => ({ ...openLock, hasPin: true }) })
  type(input, 'lock')
  await wait()
  expect(marked()).toContain('Lock Tidemark')
  await press(input, 'Enter')
  expect(page.sent('lock.lock')).toHaveLength(1)
})

test('there is no command for a first PIN when there is a PIN', async () => {
  for (const hasPin of [false, true]) {
    const input = await open({ 'lock.read': () => ({ ...openLock, hasPin }) })
    type(input, 'set a pin')
    await wait()
    expect(options().some((option) => option.startsWith('Set a PIN'))).toBe(!hasPin)
    if (!hasPin) await page.end()
  }
})

test('data can be sealed by a command where it is not sealed; in the demo there is no such command', async () => {
  const plain = { canSeal: true, isSealed: false, keyId: null, waiting: [] }
  for (const [state, isOffered] of [
    [plain, true],
    [{ ...plain, canSeal: false }, false],
    [{ ...plain, isSealed: true, keyId: 'k1' }, false],
  ] as const) {
    const input = await open({ 'sealing.read': () => state })
    type(input, 'seal data')
    await wait()
    expect(options().some((option) => option.startsWith('Seal data'))).toBe(isOffered)
    await page.end()
  }
})

test('commands are found by any of their words, and Enter runs them', async () => {
  let input = await open()
  type(input, 'amounts')
  await wait()
  const wasPrivate = page.app.isPrivate
  await press(input, 'Enter')
  await page.settle()
  expect(page.app.isPrivate).toBe(!wasPrivate)
  input = await openPalette()
  type(input, 'dark')
  await wait()
  expect(options()).toEqual(['Dark theme', 'Settings: Appearance'])
  await press(input, 'Enter')
  expect(page.app.settings.theme).toBe('dark')
  input = await openPalette()
  type(input, 'switch 1900001')
  await wait()
  await press(input, 'Enter')
  expect(page.app.accountId).toBe('1900001')
  input = await openPalette()
  type(input, 'go heal')
  await wait()
  await press(input, 'Enter')
  expect(location.hash).toBe('#/health')
})

test('a failed search shows the error, and commands still work', async () => {
  const input = await open({ 'instruments.search': failing('internal', 'The cache could not be read') })
  type(input, 'position')
  await wait()
  expect(page.find('[role=alert]').textContent).toContain('The cache could not be read')
  await press(input, 'Enter')
  expect(location.hash).toBe('#/positions')
})

test('a command that the text names is listed before the instruments; other commands after them', async () => {
  const input = await open({ 'instruments.search': () => instruments.slice(0, 1) })
  type(input, 'order')
  await wait()
  expect(options()[0]).toContain('Orders')
  expect(options()[1]).toContain(instruments[0]!.symbol)
  type(input, 'colours')
  await wait()
  expect(options()[0]).toContain(instruments[0]!.symbol)
  expect(options()[1]).toContain('theme')
})

test('the palette opens another screen and presses a button there', async () => {
  const input = await open()
  type(input, 'new alert')
  await wait()
  await press(input, 'Enter')
  await wait(100)
  expect(location.hash).toBe('#/alerts')
  expect(page.target.querySelector('dialog[open] h2')?.textContent).toBe('New alert')
  page.find<HTMLButtonElement>('dialog[open] header button').click()
  await wait(100)
})

test('while the updates are paused, one command resumes them, also beside the button of the banner', async () => {
  await openShell()
  page.app.acceptConnection({ ...page.app.connection!, phase: 'paused' })
  await page.settle()
  expect(page.button('Resume').closest('main')).not.toBeNull()
  const input = await openPalette()
  type(input, 'resume')
  await wait()
  expect(options()).toEqual(['Resume updates'])
})

test('on an instrument, the first new alert is that for the instrument, by name', async () => {
  location.hash = '#/instrument/AAPL%40XNGS'
  const input = await open({ 'instruments.search': () => [] })
  type(input, 'new alert')
  await wait()
  expect(options().slice(0, 2)).toEqual(['New alert for Apple Inc.…', 'New alert…'])
  await press(input, 'Enter')
  await until(
    () => document.activeElement?.closest('[role=dialog]')?.getAttribute('aria-label'),
    (label) => label === 'New alert at a price',
    4_000,
  )
  expect(location.hash).toBe('#/instrument/AAPL%40XNGS')
})

test('a command pauses the updates', async () => {
  const input = await open()
  type(input, 'pause')
  await wait()
  expect(marked()).toContain('Pause updates')
  await press(input, 'Enter')
  expect(page.transport.calls).toContainEqual({ method: 'connection.pause', params: { paused: true } })
  expect(page.app.connection?.phase).toBe('paused')
})
