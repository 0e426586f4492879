import { afterEach, expect, test, vi } from 'vitest'
import Settings from '#renderer/settings/Settings.svelte'
import { AppError } from '#shared/errors.ts'
import { assistantState } from '../fixtures/app/assistants.ts'
import { settings } from '../fixtures/data.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const panel = (): Element => page.find('input[aria-label="Let assistants read this profile"]').closest('section')!

test('assistants are off at first; the switch and the choice of amounts are stored at once', async () => {
  page = await mountInApp(Settings, {}, fixtureTransport())
  const box = page.find<HTMLInputElement>('input[aria-label="Let assistants read this profile"]')
  expect(box.checked).toBe(false)
  box.click()
  await page.settle()
  const select = page.find<HTMLSelectElement>('select[aria-label="Amounts for assistants"]')
  select.value = 'rounded'
  select.dispatchEvent(new Event('change'))
  await page.settle()
  expect(page.sent('settings.write')).toEqual([
    { assistants: { isOn: true, amounts: 'shown' } },
    { assistants: { isOn: true, amounts: 'rounded' } },
  ])
})

test('the configuration for an assistant and the last calls are shown, and read again when the window gets the focus', async () => {
  page = await mountInApp(Settings, {}, fixtureTransport())
  expect(JSON.parse(panel().querySelector('pre')?.textContent ?? '')).toEqual({
    mcpServers: { tidemark: assistantState.launch },
  })
  const items = [...panel().querySelectorAll('li')].map(({ textContent }) => textContent.replace(/\s+/g, ' '))
  expect(items[0]).toMatch(/transactions.*Answered.*An assistant 1\.0.*"text":"rent"/)
  expect(items[1]).toMatch(/accounts.*Refused/)
  const reads = () => page.transport.calls.filter(({ method }) => method === 'assistants.read').length
  const before = reads()
  window.dispatchEvent(new Event('focus'))
  await vi.waitFor(() => expect(reads()).toBe(before + 1))
})

test('privacy mode hides the questions, which may contain amounts, and the panel says that assistants see no amounts', async () => {
  page = await mountInApp(
    Settings,
    {},
    fixtureTransport({ 'settings.read': () => ({ ...settings, hideAmounts: true }) }),
  )
  expect(panel().textContent).toContain('transactions')
  expect(panel().textContent).not.toContain('1200')
  expect(panel().textContent).toContain('Assistants see no amounts now')
})

test('missing calls, a missing command line and a failed read each have a message', async () => {
  const empty = { ...assistantState, calls: [], launch: null }
  page = await mountInApp(Settings, {}, fixtureTransport({ 'assistants.read': () => empty }))
  expect(panel().textContent).toContain('No assistant has asked anything yet')
  expect(panel().textContent).toContain('does not contain the command line')
  await page.end()
  const fail = () => {
    throw new AppError('internal', 'The log is not readable.')
  }
  page = await mountInApp(Settings, {}, fixtureTransport({ 'assistants.read': fail }))
  expect(panel().textContent).toContain('Could not read the calls of assistants')
  expect(panel().textContent).not.toContain('No assistant has asked')
})
