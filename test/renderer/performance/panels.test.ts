import { expect, test } from 'vitest'
import { startAtScreen, button, show, words } from './performance-screen.ts'

startAtScreen()

test('a benchmark is compared over the common days, with a note that it is without dividends', async () => {
  location.hash = '#/performance?benchmark=WLD%40IDX'
  const screen = await show()
  expect(screen.sent('performance.benchmark')).toMatchObject([{ benchmark: 'WLD@IDX' }])
  expect(screen.text()).toContain('This scope ▲+6.41% World index ▲+5.10%')
  expect(screen.text()).toContain('80.0% of the days on which both are known; 1 gap.')
  expect(screen.text()).toContain('without dividends')
  screen.find<HTMLButtonElement>('button[aria-label="WLD@IDX: no benchmark"]').click()
  await screen.settle()
  expect(location.hash).toBe('#/performance')
  await screen.end()
})

test('a row of the table opens its period', async () => {
  const screen = await show()
  const table = screen.find('table[aria-label="Performance by year"]')
  expect([...table.querySelectorAll('tbody tr td:first-child')].map(words)).toEqual(['2026', '2025'])
  table.querySelectorAll<HTMLElement>('tbody tr')[1]!.click()
  await screen.settle()
  expect(location.hash).toBe('#/performance?period=2025-01-01..2025-12-31')
  await screen.end()
})

test('realized lots are listed for a year with their days and profits, and saved as CSV', async () => {
  const screen = await show()
  expect(screen.sent('performance.realized')[0]).toMatchObject({
    ...{ from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1), offset: 0 },
  })
  expect(words(screen.find('ul[aria-label="Realized in 2026"]'))).toMatch(/^3 lots, profit ▲\+303\.00.USD$/)
  button(screen.target, 'Export as CSV').click()
  await screen.settle()
  expect(screen.sent('performance.exportRealized')[0]).toMatchObject({ from: Date.UTC(2026, 0, 1) })
  expect(screen.text()).toContain('3 lots were saved to /exports/realized-2026.csv')
  expect(document.activeElement?.getAttribute('href')).toBe('/exports/4')
  expect(screen.text()).not.toContain('Export as CSV')
  button(screen.target, 'Export something else').click()
  await screen.settle()
  expect(document.activeElement?.textContent).toContain('Export as CSV')
  await screen.end()
})

test('each lot method shows the change of the profit, and a choice changes the setting', async () => {
  const screen = await show()
  const methods = screen.find('fieldset')
  expect(words(methods)).toMatch(
    /First in, first out Last in, first out difference ▼-28\.50.USD Highest cost first no change in USD/,
  )
  methods.querySelector<HTMLInputElement>('input[value=lifo]')!.click()
  await screen.settle()
  expect(screen.sent('settings.write')).toEqual([{ lotMethod: 'lifo' }])
  await screen.end()
})
