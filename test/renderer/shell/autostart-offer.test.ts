import { afterEach, expect, test } from 'vitest'
import AutostartOffer from '#renderer/shell/AutostartOffer.svelte'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const desktop = (autostart: 'on' | 'off' | 'unavailable') => ({
  hasTray: true,
  shortcut: 'none' as const,
  autostart,
  update: { kind: 'none' as const },
})
const open = async (answer: Answers['desktop.read']) => {
  page = await mountInApp(AutostartOffer, {}, fixtureTransport({ 'desktop.read': answer }))
  await page.settle()
}

test('the installed app offers once to start with the computer', async () => {
  await open(() => desktop('off'))
  expect(page.target.textContent).toContain('Start Tidemark with the computer?')
  page.find<HTMLButtonElement>('button:last-of-type').click()
  await page.settle()
  expect(page.target.textContent).toBe('')
  expect(page.transport.calls).toContainEqual({ method: 'settings.write', params: { startsWithSystem: false } })
})

test.each([null, desktop('on'), desktop('unavailable')])('with desktop state %j there is no offer', async (state) => {
  await open(() => state)
  expect(page.target.textContent).toBe('')
})
