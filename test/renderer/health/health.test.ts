import { afterEach, expect, test, vi } from 'vitest'
import Health from '../../../src/renderer/health/Health.svelte'
import { freshHealth } from '../fixtures/health.ts'
import { mountInApp, type Mounted } from '../fixtures/mount.ts'
import { failing, fixtureTransport, type Answers } from '../fixtures/transport.ts'

let page: Mounted
afterEach(async () => {
  await page.end()
  vi.unstubAllGlobals()
})
const open = async (overrides: Partial<Answers> = {}) => {
  page = await mountInApp(Health, {}, fixtureTransport(overrides))
}
const text = () => page.text()

test('everything that tells whether the monitor is well is there', async () => {
  await open()
  for (const words of [
    '64 of 200 in the last minute',
    'latestQuote 52',
    '188 of 200 left',
    'not stated',
    'The service answered 503.',
    'trying again',
    '20,000',
    '18.3 MB',
    'none yet',
    'transactions[].change.units',
    'Recent transactions failed',
  ]) {
    expect(text()).toContain(words)
  }
})

test('what was not read yet is said to be, and is no zero', async () => {
  await open({ 'health.read': () => freshHealth(Date.now()) })
  expect(text()).toContain('Not read yet.')
  expect(text()).toContain('None: everything the service sent could be read.')
})

test('a job runs ahead of its time by its button', async () => {
  await open()
  page.find<HTMLButtonElement>('button[aria-label="Run now: Recent transactions"]').click()
  await page.settle()
  expect(page.transport.calls).toContainEqual({ method: 'sync.now', params: { job: 'transactions' } })
})

test('the report goes to the clipboard', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  await open()
  page.find<HTMLButtonElement>('.report button').click()
  await page.settle()
  expect(writeText).toHaveBeenCalledWith('Tidemark 0.1.0\nhost: web\njobs: 4')
  expect(text()).toContain('Copied')
})

test('without a clipboard the report is shown, to be copied by hand', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  await open()
  page.find<HTMLButtonElement>('.report button').click()
  await page.settle()
  expect(page.find<HTMLTextAreaElement>('dialog[open] textarea').value).toContain('Tidemark 0.1.0')
})

test('a health that cannot be read says so, and the requests still show', async () => {
  await open({ 'health.read': failing('internal', 'The cache cannot be read.') })
  expect(page.find('[role=alert]').textContent).toContain('The cache cannot be read.')
  expect(text()).toContain('64 of 200 in the last minute')
})
