import { afterEach, expect, test } from 'vitest'
import LockSettings from '#renderer/settings/lock/LockSettings.svelte'
import type { LockState } from '#shared/model/app/lock.ts'
import { openLock } from '../fixtures/app/lock.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const withPin: LockState = { ...openLock, hasPin: true }
const open = async (state: LockState, host: 'desktop' | 'web' = 'desktop', overrides: Partial<Answers> = {}) => {
  page = await mountInApp(LockSettings, { host }, fixtureTransport({ 'lock.read': () => state, ...overrides }))
}
async function fill(...values: string[]): Promise<void> {
  const fields = page.target.querySelectorAll<HTMLInputElement>('dialog input')
  expect(fields).toHaveLength(values.length)
  values.forEach((value, index) => {
    fields[index]!.value = value
    fields[index]!.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.settle()
}

test('without a PIN there are no further settings, and the page says that the lock does not encrypt', async () => {
  await open(openLock)
  expect(page.text()).toContain('hides data but does not encrypt it')
  expect(page.target.querySelectorAll('select, input[type=checkbox]')).toHaveLength(0)
})

test('a PIN is set when the same PIN was entered twice', async () => {
  await open(openLock)
  page.button('Set a PIN…').click()
  await page.settle()
  await fill('2580', '2581')
  expect(page.text()).toContain('The two PINs differ.')
  expect(page.button('Set a PIN').disabled).toBe(true)
  await fill('2580', '2580')
  page.find<HTMLFormElement>('dialog form').requestSubmit()
  await page.settle()
  expect(page.sent('lock.setPin')).toEqual([{ pin: '2580', current: null }])
  expect(page.target.querySelector('dialog[open]')).toBeNull()
})

test('a wrong current PIN is reported and keeps the dialog open', async () => {
  await open(withPin, 'desktop', {
    'lock.removePin': () => ({ result: 'wrong', message: null, state: { ...withPin, waitMs: 5_000 } }),
  })
  page.button('Remove PIN…').click()
  await page.settle()
  await fill('1')
  page.find<HTMLFormElement>('dialog form').requestSubmit()
  await page.settle()
  expect(page.find('dialog [role=alert]').textContent).toContain(
    'This is not the PIN. The next try is possible in 5 s.',
  )
})

test('Touch ID is switched on with the PIN, and off without it', async () => {
  const before = { ...withPin, hasSystem: true }
  await open(before, 'desktop', { 'lock.change': (choices) => ({ ...before, ...choices }) as LockState })
  const box = (): HTMLInputElement => page.find('[aria-label="Unlock with Touch ID"]')
  expect(box().checked).toBe(false)
  box().click()
  await page.settle()
  expect(page.find('dialog').textContent).toContain('every fingerprint added for your user')
  page.button('Cancel').click()
  await page.settle()
  expect([box().checked, page.sent('lock.allowSystem')]).toEqual([false, []])
  box().click()
  await page.settle()
  await fill('2580')
  page.find<HTMLFormElement>('dialog form').requestSubmit()
  await page.settle()
  expect(page.sent('lock.allowSystem')).toEqual([{ pin: '2580' }])
  expect(box().checked).toBe(true)
  box().click()
  await page.settle()
  expect(page.sent('lock.change')).toEqual([{ usesSystem: false }])
  expect(box().checked).toBe(false)
})

test('sleep and Touch ID are offered only where the host has them', async () => {
  await open(withPin, 'web')
  expect(page.text()).not.toMatch(/Lock with the computer|Touch ID/)
  await page.end()
  await open({ ...withPin, hasSystem: true })
  expect(page.text()).toMatch(/Lock with the computer.*Touch ID/)
  const minutes = page.find<HTMLSelectElement>('select')
  minutes.value = [...minutes.options].find(({ text }) => text === 'Never')!.value
  minutes.dispatchEvent(new Event('change', { bubbles: true }))
  await page.settle()
  expect(page.sent('lock.change')).toEqual([{ idleMinutes: null }])
})
