import { expect, test, vi } from 'vitest'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { budget, freshHealth } from '../fixtures/health.ts'
import { reconciliations } from '../fixtures/ledger.ts'
import { failing } from '../fixtures/transport.ts'
import { open, page } from './health-screen.ts'

const text = () => page.text()

test('the screen shows requests, quotas, jobs, storage and events', async () => {
  await open()
  for (const words of [
    '64 of 200 in the last minute',
    'latestQuote 52',
    '188 of 200 left',
    'not stated',
    'The service responded with 503.',
    'retrying',
    '20,000',
    '18.3 MB',
    'none yet',
    'transactions[].change.units',
    'Recent transactions failed',
  ]) {
    expect(text()).toContain(words)
  }
})

test('for each endpoint the service panel shows counts, the reason of the last refusal and what answers lack', async () => {
  await open()
  for (const words of [
    'Reference data getAsset',
    'The service refuses the request: “Invalid arguments:account_id”.',
    'Absent: expiration_date',
    'Unreadable: bond_details.currency',
    'New values: instrument-type: STRUCTURED',
    'Empty answers: 1',
  ])
    expect(text()).toContain(words)
})

test('a check of the service shows what does not work, why, what it costs, and what was not tried', async () => {
  const cause = { code: 'refused' as const, status: 403, reason: 'No access', fields: [] }
  const rows = [
    { endpoint: 'getAccount', result: 'works' as const, cause: null },
    { endpoint: 'listOrders', result: 'trouble' as const, cause },
    { endpoint: 'getReport', result: 'nothing-to-ask' as const, cause: null },
    { endpoint: 'cancelOrder', result: 'not-tried' as const, cause },
  ]
  await open({ 'service.check': () => ({ at: fixtureNow, rows }) })
  await page.press('Check the service')
  expect(text()).toContain('1 of 2 kinds of data come as expected.')
  expect(text()).toContain(
    'Orders listOrders The service refuses the request: “No access”. Orders are old or unknown, and cannot be cancelled here.',
  )
  expect(text()).toContain('Reports getReport Nothing to ask about is known.')
  expect(text()).toContain(
    'Not tried: it would change something. Last outcome: The service refuses the request: “No access”.',
  )
})

test('a check that is not possible says why', async () => {
  await open({ 'service.check': failing('invalid', 'Syncing is off.') })
  await page.press('Check the service')
  expect(text()).toContain('Could not check the service Syncing is off.')
})

test('without any request the service panel says so', async () => {
  await open({ 'health.read': () => freshHealth(Date.now()) })
  expect(text()).toContain('No request was sent yet.')
})

test('data that is not loaded yet is shown as such, not as zero', async () => {
  await open({ 'health.read': () => freshHealth(Date.now()) })
  expect(text()).toContain('Not loaded yet.')
  expect(text()).toContain('None: everything the service sent could be read.')
})

test('a part that could not be read says so, and the other parts are shown', async () => {
  const unread = { quotas: null, keychain: null, malformed: null, events: null }
  const storage = { dataDir: '/data', cache: null, journal: null }
  await open({ 'health.read': () => ({ ...freshHealth(Date.now()), ...unread, storage }) })
  expect(text().match(/Could not be read/g)).toHaveLength(6)
  expect(text()).toContain('/data')
  expect(text()).not.toContain('No events')
})

test('the times of jobs, quotas and unreadable rows are clock times, not ages', async () => {
  await open()
  const shown = text()
  expect(shown).toMatch(/next run: .*\d\d:\d\d/)
  expect(shown).toMatch(/updated .*\d\d:\d\d/)
  expect(shown).not.toMatch(/\bago\b|\bin \d+ (s|min)\b|next now/)
})

test('all panels appear at the same time, so that no panel moves', async () => {
  let answer = (): void => undefined
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  await open({ 'budget.read': () => waiting.then(() => budget) })
  expect(page.target.querySelector('h2')).toBeNull()
  answer()
  await page.settle()
  expect(text()).toContain('64 of 200 in the last minute')
})

test('a button runs a job now', async () => {
  await open()
  page.find<HTMLButtonElement>('button[aria-label="Run now: Recent transactions"]').click()
  await page.settle()
  expect(page.transport.calls).toContainEqual({ method: 'sync.now', params: { job: 'transactions' } })
})

test('the report is copied to the clipboard', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  await open()
  page.find<HTMLButtonElement>('.report button').click()
  await page.settle()
  expect(writeText).toHaveBeenCalledWith('Tidemark 0.1.0\nhost: web\njobs: 4')
  expect(text()).toContain('Copied')
})

test('without a clipboard the report is shown for copying by hand', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  await open()
  page.find<HTMLButtonElement>('.report button').click()
  await page.settle()
  expect(page.find<HTMLTextAreaElement>('dialog[open] textarea').value).toContain('Tidemark 0.1.0')
})

test('a failed load shows the error, and the request counts are still shown', async () => {
  await open({ 'health.read': failing('internal', 'The cache cannot be read.') })
  expect(page.find('[role=alert]').textContent).toContain('The cache cannot be read.')
  expect(text()).toContain('64 of 200 in the last minute')
})

test('a line says whether the figures agree with the transactions, and links to the differences', async () => {
  const now = Date.now()
  await open({ 'reconciliation.read': () => reconciliations(now), 'health.read': () => freshHealth(now) })
  const line = page.find<HTMLAnchorElement>('.summary a')
  expect([line.textContent, line.getAttribute('href')]).toEqual(['Reconciliation: 2 differences', '#/reconciliation'])
  expect(text()).not.toContain('All is well')
})

test('it says how many loaded transactions the last answers lack, that they count, and what becomes of them', async () => {
  const coverage = { accountId: '1900001', covered: [], gaps: [], beginsAt: null, unreadable: [], isComplete: false }
  const missing = { count: 1_200, isTooMany: true, at: fixtureNow + 3_600_000 }
  await open({ 'transactions.coverage': () => [{ ...coverage, missing }] })
  expect(text()).toContain(
    'Account 1900001: 1,200 loaded transactions are missing in the last complete answers of the service. All figures still include them. That many missing transactions are probably an error of the service',
  )
})

test('beside the version, the licenses of the packages in the app are shown', async () => {
  await open()
  const button = [...page.target.querySelectorAll('button')].find((each) => each.textContent.trim() === 'Licenses')!
  expect(button.parentElement!.textContent).toContain('Tidemark 0.1.0')
  button.click()
  await vi.waitFor(() =>
    expect(document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value).toContain('\nsvelte\n'),
  )
})
