import { expect, test, vi } from 'vitest'
import Income from '#renderer/income/Income.svelte'
import { incomeHash } from '#renderer/navigation/income-address.ts'
import { day, dec } from '../fixtures/data.ts'
import { mountInApp } from '../fixtures/page/mount.ts'
import { failing, fixtureTransport, type Answers } from '../fixtures/transport.ts'
import { incomeRow, projectedRow } from './income-rows.ts'

const show = (overrides: Partial<Answers> = {}) => mountInApp(Income, {}, fixtureTransport(overrides))
const words = (element: Element) => element.textContent.replace(/\s+/g, ' ').trim()

test('upcoming and past income are two lists, and each row shows its state', async () => {
  const rows = [incomeRow({ lateDays: 24 }), projectedRow('2027-03-31')]
  const screen = await show({ 'income.list': () => rows })
  const tables = [...screen.target.querySelectorAll('table[role=grid]')]
  expect(tables.map((table) => table.getAttribute('aria-label'))).toEqual(['Coming income', 'Past income'])
  expect(words(tables[0]!)).toMatch(/Alpha.*Projected.*16\.00/)
  expect(words(tables[1]!)).toMatch(/Alpha.*Received.*24 days late.*15\.00/)
  await screen.end()
})

test('sorting includes past income that the list does not show yet', async () => {
  const dated = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)
  const rows = Array.from({ length: 230 }, (_, index) =>
    incomeRow({ date: dated(index), transactionIds: [String(index)], gross: dec(index === 3 ? '777' : '15') }),
  )
  const screen = await show({ 'income.list': () => rows })
  const table = screen.find('table[aria-label="Past income"]')
  const first = () => words(table.querySelector('tbody tr') ?? expect.fail('no row'))
  expect(table.querySelectorAll('tbody tr')).toHaveLength(200)
  expect(words(screen.target)).toContain('Show more: 30 earlier ones')
  expect(words(table)).not.toContain('777.00')
  const gross = [...table.querySelectorAll('th button')].find((each) => words(each) === 'Gross') as HTMLButtonElement
  gross.click()
  await screen.settle()
  expect(first()).toContain('777.00')
  await screen.end()
})

test('a split shows its ratio, and no amount', async () => {
  const ratio = { old: dec('1'), new: dec('10') }
  const split = incomeRow({
    ...{ kind: 'split', state: 'announced', each: null, expected: null, gross: null, tax: null, net: null },
    ...{ transactionIds: [], rule: [{ code: 'split-ratio' as const, ratio }] },
  })
  const screen = await show({ 'income.list': () => [split] })
  expect(words(screen.find('table[aria-label="Coming income"] tbody tr'))).toMatch(/Split ?Announced ?10 for 1$/)
  await screen.end()
})

const expiry = (name: string) =>
  projectedRow('2027-03-31', {
    ...{ name, kind: 'expiry', state: 'announced', expected: null, pieces: { low: dec('400'), high: dec('400') } },
  })

test('the address for this week’s expiries lists only expiries and maturities, with the quantities held', async () => {
  location.hash = incomeHash('endings-this-week')
  const list = vi.fn<Answers['income.list']>(() => [
    projectedRow('2027-03-31'),
    expiry('SBER 330 CALL'),
    projectedRow('2027-03-31', { name: 'OFZ', kind: 'redemption' }),
  ])
  const screen = await show({ 'income.list': list })
  const rows = [...screen.target.querySelectorAll('table[aria-label="Coming income"] tbody tr')].map(words)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatch(/SBER 330 CALL.*Expiry.*Announced.*400 pcs/)
  expect(rows[1]).toMatch(/OFZ.*Redemption/)
  const { from, to } = list.mock.calls.at(-1)?.[0] ?? expect.fail('not read')
  expect((to - from) / day).toBe(7)
  await screen.end()
  expect(location.hash).toBe('#/income')
  location.hash = incomeHash('endings-this-week')
  const none = await show()
  expect(words(none.target)).toContain('Nothing expires or matures in the next 7 days')
  await none.end()
  location.hash = ''
})

test('the address for missing and late payments lists those of all time, and only those', async () => {
  location.hash = incomeHash('overdue')
  const list = vi.fn<Answers['income.list']>(() => [
    incomeRow({ name: 'Paid in time' }),
    incomeRow({ name: 'Paid late', lateDays: 24 }),
    incomeRow({ name: 'Never paid', state: 'missing', lateDays: 60, transactionIds: [] }),
    projectedRow('2027-03-31'),
  ])
  const screen = await show({ 'income.list': list })
  const rows = [...screen.target.querySelectorAll('tbody tr')].map(words)
  expect(rows).toHaveLength(2)
  expect(rows.join()).toMatch(/Never paid.*Paid late|Paid late.*Never paid/)
  expect(list.mock.calls.at(-1)?.[0].from).toBe(0)
  expect(screen.find<HTMLSelectElement>('select[aria-label=State]').selectedOptions[0]?.textContent).toBe(
    'Missing or late',
  )
  expect(location.hash).toBe('#/income')
  await screen.end()
  location.hash = incomeHash('overdue')
  const none = await show({ 'income.list': () => [incomeRow()] })
  expect(words(none.target)).toContain('No payment is missing or late')
  await none.end()
  location.hash = ''
})

test('no income and a failed read have different messages', async () => {
  const empty = await show()
  expect(words(empty.target)).toContain('No income in this period')
  await empty.end()
  const failed = await show({ 'income.list': failing('internal', 'The cache cannot be read.') })
  expect(words(failed.target)).toContain('Could not read the income')
  expect(words(failed.target)).not.toContain('No income in this period')
  await failed.end()
})

test('the screen mentions history that is not loaded and events that were not read', async () => {
  const summary = {
    ...{ total: [], groups: [], inBase: null, yieldInBase: null, unassigned: [], asOf: 0, undatedBonds: [] },
    coverage: { partialAccounts: ['1900001'], unreadSymbols: ['AAA@XXXX'] },
  }
  const screen = await show({ 'income.summary': () => summary })
  expect(words(screen.target)).toContain('A part of the history is not loaded')
  expect(words(screen.target)).toContain('The events of 1 instrument have not been read yet')
  await screen.end()
})

test('bonds whose maturity is not known are named with a link, and announced income of zero is unknown', async () => {
  const none = { total: [], groups: [], inBase: null, yieldInBase: null, unassigned: [], asOf: 0 }
  const coverage = { partialAccounts: [], unreadSymbols: [] }
  const screen = await show({ 'income.summary': () => ({ ...none, coverage, undatedBonds: ['RU000A1@MISX'] }) })
  expect(words(screen.target)).toContain('The maturity of 1 held bond is not known.')
  expect(screen.find('a[href="#/instrument/RU000A1%40MISX"]').textContent).toBe('RU000A1@MISX')
  await screen.end()
})

test('zero announced income is unknown until the events of all instruments have been read', async () => {
  const figures = {
    currency: 'RUB',
    gross: dec('7'),
    tax: dec('0'),
    net: dec('7'),
    grossOfUnknownTax: dec('0'),
    trailing: dec('0'),
    trailingHeld: dec('0'),
  }
  const future = { announced: dec('0'), projected: dec('5'), repaid: dec('0'), cost: null }
  const total = [{ ...figures, ...future, yieldOnCost: null, noYield: 'nothing-held' as const, withoutCost: [] }]
  const shown = async (unreadSymbols: string[]) => {
    const coverage = { partialAccounts: [], unreadSymbols }
    const rest = { groups: [], inBase: null, yieldInBase: null, unassigned: [], asOf: 0, undatedBonds: [] }
    const screen = await show({ 'income.summary': () => ({ total, coverage, ...rest }) })
    const values = [...screen.target.querySelectorAll('.figures dd')].slice(0, 3).map(words)
    await screen.end()
    return values
  }
  expect(await shown(['AAA@XXXX'])).toEqual(['0.00 RUB', '—', '5.00 RUB'])
  expect(await shown([])).toEqual(['0.00 RUB', '0.00 RUB', '5.00 RUB'])
})

test('a converted sum shows no zero of a currency until the events of all instruments have been read', async () => {
  const sum = (amount: string) => ({
    ...{ currency: 'RUB', amount: dec(amount), rates: [], notConverted: [], missing: [] },
    parts: ['RUB', 'USD'].map((currency) => ({ currency, amount: dec(amount), converted: dec(amount) })),
  })
  const inBase = { trailing: sum('9'), announced: sum('0'), projected: sum('5'), cost: sum('1') }
  const announced = async (unreadSymbols: string[]) => {
    const coverage = { partialAccounts: [], unreadSymbols }
    const rest = { total: [], groups: [], yieldInBase: null, unassigned: [], asOf: 0, undatedBonds: [] }
    const screen = await show({ 'income.summary': () => ({ inBase, coverage, ...rest }) })
    const [, value] = [...screen.target.querySelectorAll('.figures dd')].map(words)
    await screen.end()
    return value
  }
  expect(await announced(['AAA@XXXX'])).toBe('—')
  expect(await announced([])).toBe('0.00 RUB 0.00 RUB0.00 USD')
})

test('the filter finds income by instrument, account and kind', async () => {
  const screen = await show({ 'income.list': () => [incomeRow(), projectedRow('2027-03-31')] })
  const count = () => screen.target.querySelectorAll('tbody tr').length
  const field = screen.find<HTMLInputElement>('input[type=search]')
  const filter = async (text: string) => {
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await screen.settle()
  }
  const all = count()
  await filter('alpha dividend')
  expect(count()).toBe(all)
  await filter('alpha nobody')
  expect(count()).toBe(0)
  expect(words(screen.target)).toContain('Nothing matches the filter')
  await screen.end()
})

test('a finished export offers its file, and cannot be started again by accident', async () => {
  const screen = await show({ 'income.list': () => [incomeRow()] })
  const buttons = () => [...screen.target.querySelectorAll('button')].map(words)
  const press = async (title: string) => {
    const found = [...screen.target.querySelectorAll('button')].find((each) => words(each) === title)
    ;(found ?? expect.fail(`no ${title} among ${buttons().join(', ')}`)).click()
    await screen.settle()
  }
  document.body.append(screen.target)
  await press('CSV')
  expect(buttons()).not.toContain('CSV')
  expect(buttons()).toEqual(expect.arrayContaining(['Copy path', 'Export something else']))
  const link = screen.find<HTMLAnchorElement>('a[download]')
  expect([link.getAttribute('href'), document.activeElement]).toEqual(['/exports/7', link])
  expect(words(screen.target)).toContain('/exports/income.csv')
  await press('Export something else')
  expect(words(document.activeElement ?? screen.target)).toBe('CSV')
  await press('CSV')
  screen.find<HTMLInputElement>('input[value=year]').click()
  await screen.settle()
  expect(buttons()).toContain('CSV')
  await screen.end()
})

test('on a phone only January, or else the first month, keeps its name below the bars', async () => {
  const keptNames = async (months: readonly string[]) => {
    const rows = months.map((month) => incomeRow({ date: `${month}-15` }))
    const screen = await show({ 'income.list': () => rows })
    const names = [...screen.target.querySelectorAll('ol.chart .period:not(.omitted)')].map(words)
    await screen.end()
    return names
  }
  expect(await keptNames(['2025-12', '2026-11'])).toEqual(['Jan 26'])
  expect(await keptNames(['2026-02', '2026-11'])).toEqual(['Feb 26'])
  expect(await keptNames(['2026-02', '2026-04'])).toEqual(['Feb 26', 'Mar', 'Apr'])
})
