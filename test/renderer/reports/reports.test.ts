import { afterEach, expect, test } from 'vitest'
import { checkRange, daysOf, namedRanges } from '../../../src/renderer/reports/ranges.ts'
import Reports from '../../../src/renderer/reports/Reports.svelte'
import { mountInApp, type Mounted } from '../fixtures/mount.ts'
import { reportRow } from '../fixtures/reports.ts'
import { failing, fixtureTransport, type Answers } from '../fixtures/transport.ts'

let page: Mounted | undefined
afterEach(async () => {
  await page?.end()
  page = undefined
})
const open = async (overrides: Partial<Answers> = {}): Promise<Mounted> =>
  (page = await mountInApp(Reports, {}, fixtureTransport(overrides)))
const callsOf = ({ transport }: Mounted, method: string) => transport.calls.filter((call) => call.method === method)
const press = async (mounted: Mounted, label: string): Promise<void> => {
  mounted.find<HTMLButtonElement>(`button[aria-label^="${label}"]`).click()
  await mounted.settle()
}

test('each report says where it stands and what can be done with it', async () => {
  const { text, target } = await open()
  for (const words of [
    'to be asked for',
    'in progress · next look in',
    '400.0 kB of 1.0 MB',
    'lies at https://files.example',
    'The service could not make this report.',
    'file moved',
    'monthly',
  ]) {
    expect(text().replaceAll('\u00a0', ' ')).toContain(words)
  }
  expect(target.querySelector('a[href="/reports/here"]')?.textContent).toBe('Download')
  expect(target.querySelector('button[aria-label^="Open"]')).toBeNull()
})

test('on a desktop a report is opened, not downloaded', async () => {
  const mounted = await open({
    'app.read': () => ({ version: '1', host: 'desktop', platform: 'linux', dataDir: '/data' }),
  })
  expect(mounted.target.querySelector('a[href^="/reports/"]')).toBeNull()
  await press(mounted, 'Open')
  expect(callsOf(mounted, 'reports.open')).toEqual([{ method: 'reports.open', params: { id: 'here' } }])
})

test('a range over 92 days says how many reports it takes, and asks for all of them', async () => {
  const mounted = await open()
  const named = [...mounted.target.querySelectorAll('button')].find((button) => button.textContent === 'Last year')
  named?.click()
  await mounted.settle()
  expect(mounted.text()).toContain('this range comes as 4 reports')
  mounted.find<HTMLFormElement>('form').requestSubmit()
  await mounted.settle()
  expect(callsOf(mounted, 'reports.request')[0]?.params).toMatchObject({ inParts: true, form: 'REPORT_FORM_LONG' })
})

test('a refusal is said, and the form stays as it was', async () => {
  const mounted = await open({ 'reports.request': failing('invalid', 'The last day lies in the future.') })
  mounted.find<HTMLFormElement>('form').requestSubmit()
  await mounted.settle()
  expect(mounted.text()).toContain('The last day lies in the future.')
})

test('another origin is fetched only by a word, failed ones are tried again, running ones cancelled', async () => {
  const mounted = await open()
  await press(mounted, 'Fetch from')
  await press(mounted, 'Try again')
  await press(mounted, 'Cancel')
  expect(callsOf(mounted, 'reports.allowElsewhere')[0]?.params).toEqual({
    id: 'elsewhere',
    origin: 'https://files.example',
  })
  expect(callsOf(mounted, 'reports.tryAgain')[0]?.params).toEqual({ id: 'failed' })
  expect(callsOf(mounted, 'reports.cancel')).toHaveLength(1)
})

test('nothing is deleted without a second word', async () => {
  const mounted = await open({ 'reports.list': () => [reportRow()] })
  await press(mounted, 'Delete')
  expect(callsOf(mounted, 'reports.remove')).toEqual([])
  mounted.find<HTMLButtonElement>('dialog footer .danger').click()
  await mounted.settle()
  expect(callsOf(mounted, 'reports.remove')[0]?.params).toEqual({ id: 'r1' })
})

test('an empty library and one that cannot be read are told apart', async () => {
  expect((await open({ 'reports.list': () => [] })).text()).toContain('No reports yet')
  await page?.end()
  const failed = await open({ 'reports.list': failing('internal', 'The journal cannot be read.') })
  expect(failed.text()).toContain('The journal cannot be read.')
  expect(failed.text()).not.toContain('No reports yet')
})

test('named ranges are whole days, none in the future', () => {
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
