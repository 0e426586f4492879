import { afterEach, expect, test } from 'vitest'
import SealedData from '#renderer/settings/sealing/SealedData.svelte'
import { sealingAnswers } from '../../fixtures/app/sealing.ts'
import { mountInApp, type Mounted } from '../../fixtures/page/mount.ts'
import { failing, fixtureTransport, type Answers } from '../../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const open = async (overrides: Partial<Answers> = {}) => {
  page = await mountInApp(SealedData, {}, fixtureTransport(overrides))
}
const lost = { profileId: 'service-1', name: 'https://broker.example', problem: 'lost' } as const
const ignoreTopic = (): void => undefined

test('data is sealed only after its recovery code was shown and entered', async () => {
  await open()
  await page.press('Seal data…')
  expect(page.find('ol[aria-label="Recovery code"]').children).toHaveLength(14)
  expect(page.find<HTMLAnchorElement>('dialog a').download).toBe('tidemark-recovery.txt')
  await page.press('I have kept it')
  expect(page.target.querySelector('ol')).toBeNull()
  expect(page.button('Seal data').disabled).toBe(true)
  await page.type('dialog textarea', 'A00Z-A01Z')
  expect(page.sent('sealing.seal')).toEqual([])
  await page.press('Seal data')
  expect(page.sent('sealing.seal')).toEqual([{ code: 'A00Z-A01Z' }])
  expect(page.find('[role=status]').textContent).toContain('The data is sealed.')
  expect(page.button('Unseal…').disabled).toBe(false)
})

test('the demo cannot be sealed', async () => {
  await open({ ...sealingAnswers(ignoreTopic, { canSeal: false }) })
  expect(page.text()).toContain('connect your account first')
  expect(page.target.querySelector('button')).toBeNull()
})

test('a wrong code is reported and can be entered again', async () => {
  await open({ 'sealing.seal': failing('invalid', 'This is the recovery code of another key.') })
  await page.press('Seal data…')
  await page.press('I have kept it')
  await page.type('dialog textarea', 'WRONG')
  await page.press('Seal data')
  expect(page.find('dialog [role=alert]').textContent).toContain('of another key')
  expect(page.button('Seal data').disabled).toBe(false)
})

test('sealed data gets another key or is unsealed only after confirmation', async () => {
  await open({ ...sealingAnswers(ignoreTopic, { isSealed: true, keyId: '0123456789abcdef' }) })
  expect(page.text()).toContain('0123456789abcdef')
  await page.press('Change key…')
  expect(page.find('dialog h2').textContent).toBe('Change the key')
  await page.press('Cancel')
  await page.press('Unseal…')
  expect(page.sent('sealing.open')).toEqual([])
  await page.press('Unseal')
  expect(page.sent('sealing.open')).toHaveLength(1)
})

test('a profile whose key is lost is opened with its recovery code', async () => {
  await open({ ...sealingAnswers(ignoreTopic, { waiting: [lost] }) })
  expect(page.find('[role=alert]').textContent).toContain('https://broker.example')
  await page.press('Enter recovery code…')
  await page.type('dialog textarea', 'A00Z')
  await page.press('Open data')
  expect(page.sent('sealing.recover')).toEqual([{ profileId: 'service-1', code: 'A00Z' }])
})

test('a profile starts over only after its name was entered', async () => {
  await open({ ...sealingAnswers(ignoreTopic, { waiting: [lost] }) })
  await page.press('Start over…')
  expect(page.button('Start over').disabled).toBe(true)
  await page.type('dialog input:not([type])', 'https://broker.example')
  await page.press('Start over')
  expect(page.sent('sealing.startOver')).toEqual([{ profileId: 'service-1', name: 'https://broker.example' }])
})

test('with a locked keychain a profile cannot start over', async () => {
  await open({ ...sealingAnswers(ignoreTopic, { waiting: [{ ...lost, problem: 'unknown' }] }) })
  expect(page.text()).not.toContain('Start over')
  await page.press('Try again')
  expect(page.sent('profiles.open')).toEqual([{ id: 'service-1' }])
})

test('Enter in a field confirms a dialog as soon as its field is complete', async () => {
  await open({ ...sealingAnswers(ignoreTopic, { waiting: [lost] }) })
  const enter = async (selector: string) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    page.find(selector).dispatchEvent(event)
    await page.settle()
    return event.defaultPrevented
  }
  await page.press('Start over…')
  await page.type('dialog[open] input:not([type])', 'another')
  await enter('dialog[open] input:not([type])')
  expect(page.sent('sealing.startOver')).toEqual([])
  await page.type('dialog[open] input:not([type])', 'https://broker.example')
  expect(await enter('dialog[open] input:not([type])')).toBe(true)
  expect(page.sent('sealing.startOver')).toHaveLength(1)
})

test('after the code was kept, the field for it has the focus, and Enter seals the data', async () => {
  await open()
  await page.press('Seal data…')
  await page.press('I have kept it')
  // jsdom finds the file field before the text field.
  expect(document.activeElement?.matches('dialog :is(textarea, input)')).toBe(true)
  await page.type('dialog textarea', 'A00Z-A01Z')
  page.find('dialog textarea').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await page.settle()
  expect(page.sent('sealing.seal')).toEqual([{ code: 'A00Z-A01Z' }])
})
