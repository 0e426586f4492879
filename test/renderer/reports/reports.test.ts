import { afterEach, expect, test } from 'vitest'
import Reports from '#renderer/reports/Reports.svelte'
import { checkRange, daysOf, namedRanges } from '#renderer/reports/request-form.svelte.ts'
import { settings } from '../fixtures/data.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { reportRow } from '../fixtures/reports.ts'
import { failing, fixtureTransport, type Answers } from '../fixtures/transport.ts'

let page: Mounted | undefined
afterEach(async () => {
  await page?.end()
  page = undefined
})
const open = async (overrides: Partial<Answers> = {}): Promise<Mounted> =>
  (page = await mountInApp(Reports, {}, fixtureTransport(overrides)))
const press = async (mounted: Mounted, label: string): Promise<void> => {
  mounted.find<HTMLButtonElement>(`button[aria-label^="${label}"]`).click()
  await mounted.settle()
}

test('each report shows its state and its actions', async () => {
  const { text, target } = await open()
  for (const words of [
    'queued',
    'in progress · next check in',
    '400.0 kB of 1.0 MB',
    'is at https://files.example',
    'The service could not create this report.',
    'file missing',
    'monthly',
  ]) {
    expect(text().replaceAll('\u00a0', ' ')).toContain(words)
  }
  expect(target.querySelector('a[href="/reports/here"]')?.textContent).toBe('Download')
  expect(target.querySelector('button[aria-label^="Open"]')).toBeNull()
})

test('the desktop host offers to open a report instead of downloading it', async () => {
  const mounted = await open({
    'app.read': () => ({ version: '1', host: 'desktop', platform: 'linux', dataDir: '/data' }),
  })
  expect(mounted.target.querySelector('a[href^="/reports/"]')).toBeNull()
  await press(mounted, 'Open')
  expect(mounted.sent('reports.open')).toEqual([{ id: 'here' }])
})

test('for a range over 92 days the form shows the number of reports, and all of them are requested', async () => {
  const mounted = await open()
  const named = [...mounted.target.querySelectorAll('button')].find((button) => button.textContent === 'Last year')
  named?.click()
  await mounted.settle()
  expect(mounted.text()).toContain('this range is split into 4 reports')
  mounted.find<HTMLFormElement>('form').requestSubmit()
  await mounted.settle()
  expect(mounted.sent('reports.request')[0]).toMatchObject({ inParts: true, form: 'REPORT_FORM_LONG' })
})

test('a rejected request shows the error', async () => {
  const mounted = await open({ 'reports.request': failing('invalid', 'The service refused the range.') })
  mounted.find<HTMLFormElement>('form').requestSubmit()
  await mounted.settle()
  expect(mounted.text()).toContain('The service refused the range.')
})

test('without accounts the form says so, and nothing can be requested', async () => {
  const mounted = await open({ 'accounts.list': () => [] })
  expect(mounted.find('select').textContent.trim()).toBe('No accounts loaded yet')
  expect(mounted.button('Request').disabled).toBe(true)
})

test('buttons allow a download from another origin, retry a failed report and cancel a running one', async () => {
  const mounted = await open()
  await press(mounted, 'Download from')
  await press(mounted, 'Try again')
  await press(mounted, 'Cancel')
  expect(mounted.sent('reports.allowElsewhere')[0]).toEqual({
    id: 'elsewhere',
    origin: 'https://files.example',
  })
  expect(mounted.sent('reports.tryAgain')[0]).toEqual({ id: 'failed' })
  expect(mounted.sent('reports.cancel')).toHaveLength(1)
})

test('a report is deleted only after confirmation', async () => {
  const mounted = await open({ 'reports.list': () => [reportRow()] })
  await press(mounted, 'Delete')
  expect(mounted.sent('reports.remove')).toEqual([])
  mounted.find<HTMLButtonElement>('dialog footer .danger').click()
  await mounted.settle()
  expect(mounted.sent('reports.remove')[0]).toEqual({ id: 'r1' })
})

test('a file that may run a program is opened only after confirmation', async () => {
  const mounted = await open({
    'app.read': () => ({ version: '1', host: 'desktop', platform: 'linux', dataDir: '/data' }),
    'reports.list': () => [reportRow({ mayRun: true })],
  })
  await press(mounted, 'Open')
  expect(mounted.sent('reports.open')).toEqual([])
  mounted.find<HTMLButtonElement>('dialog[open] footer .danger').click()
  await mounted.settle()
  expect(mounted.sent('reports.open')[0]).toEqual({ id: 'r1', isConfirmed: true })
})

test('an empty library and a failed load have different messages', async () => {
  expect((await open({ 'reports.list': () => [] })).text()).toContain('No reports yet')
  await page?.end()
  const failed = await open({ 'reports.list': failing('internal', 'The journal cannot be read.') })
  expect(failed.text()).toContain('The journal cannot be read.')
  expect(failed.text()).not.toContain('No reports yet')
})

test('named ranges consist of whole days and do not end in the future', () => {
  const now = Date.UTC(2026, 0, 31, 23, 30)
  expect(namedRanges.map(({ key }) => Object.values(daysOf(key, now)))).toEqual([
    ['2025-12-01', '2025-12-31'],
    ['2026-01-01', '2026-01-31'],
    ['2025-10-01', '2025-12-31'],
    ['2026-01-01', '2026-01-31'],
    ['2025-01-01', '2025-12-31'],
  ])
  expect(checkRange({ beginOn: '2025-10-01', endOn: '2025-12-31' }, now)).toEqual({ reports: 1 })
  expect(checkRange({ beginOn: '2025-10-01', endOn: '2026-01-01' }, now)).toEqual({ reports: 2 })
  expect(checkRange({ beginOn: '', endOn: '2026-01-01' }, now)).toHaveProperty('problem')
  expect(checkRange({ beginOn: '2026-01-31', endOn: '2026-02-01' }, now)).toHaveProperty('problem')
})

test('a downloaded report has a preview, which privacy mode keeps closed', async () => {
  const mounted = await open()
  await press(mounted, 'Preview')
  expect(mounted.sent('reports.preview')).toEqual([{ id: 'here' }])
  expect(mounted.find('[aria-label="Contents of the report"]').textContent).toMatch(/Report\s*Cash\s*10/)
  // A closing dialog must not read a removed report: an error here would fail the test.
  await press(mounted, 'Close')
  expect(mounted.target.querySelector('[aria-label="Contents of the report"]')).toBeNull()
  await mounted.end()
  const hidden = await open({ 'settings.read': () => ({ ...settings, hideAmounts: true }) })
  await press(hidden, 'Preview')
  expect(hidden.sent('reports.preview')).toEqual([])
  expect(hidden.text()).toContain('Amounts are hidden')
})
