import { expect, test, vi } from 'vitest'
import { failing, type Answers } from '../fixtures/transport.ts'
import { open, page } from './health-screen.ts'

const buttons = (text: string) =>
  [...document.querySelectorAll('button')].filter((button) => button.textContent?.trim() === text)
const press = async (text: string) => {
  buttons(text)[0]?.click()
  await page.settle()
}
const onDesktop: Partial<Answers> = {
  'app.read': () => ({ version: '0.1.0', host: 'desktop', platform: 'linux', dataDir: '/data' }),
}

test('the last lines of the log are copied to the clipboard, even if the status cannot be read', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  await open({ 'health.read': failing('internal', 'The cache cannot be read.') })
  await press('Copy log')
  expect(writeText).toHaveBeenCalledWith('2026-03-02T09:00:00.000Z fault in start: RangeError')
  expect(page.text()).toContain('Copied.')
})

test('without a clipboard the last lines are shown for copying by hand', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  await open()
  await press('Copy log')
  expect(page.find<HTMLTextAreaElement>('textarea[aria-label=Log]').value).toContain('fault in start')
})

test('the desktop app opens the log file; a browser cannot', async () => {
  await open()
  expect(buttons('Open log file')).toHaveLength(0)
  await page.end()
  await open({ ...onDesktop, 'health.openLog': failing('invalid', 'No program opens it.') })
  await press('Open log file')
  expect(page.text()).toContain('No program opens it.')
})
