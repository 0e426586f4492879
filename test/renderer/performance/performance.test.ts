import { expect, test, vi } from 'vitest'
import { spanOf } from '#renderer/performance/view/periods.ts'
import * as data from '../fixtures/data.ts'
import { performance } from './figures.ts'
import { startAtScreen, button, show, words } from './performance-screen.ts'

startAtScreen()

test('the period and the scope are in the address, and an address sets them', async () => {
  const screen = await show()
  const radio = (value: string) => screen.find<HTMLInputElement>(`input[type=radio][value="${value}"]`)
  radio('3y').click()
  await screen.settle()
  expect(location.hash).toBe('#/performance?period=3y')
  expect(screen.sent('performance.read').at(-1)).toMatchObject({
    from: spanOf({ name: '3y' }, screen.app.now, null).from,
  })
  location.hash = '#/performance?symbol=AAPL%40XNGS&type=BONDS&currency=EUR&period=2025-01-01..2025-12-31'
  await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  await screen.settle()
  expect(screen.sent('performance.read').at(-1)).toMatchObject({
    ...{ symbol: 'AAPL@XNGS', type: 'BONDS', currency: 'EUR' },
    ...{ from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) },
  })
  expect(words(screen.find('button[aria-label^="AAPL@XNGS"]'))).toBe('AAPL@XNGS')
  await screen.end()
})

test('the account of the window is in the address, and an address sets the account', async () => {
  const screen = await show()
  screen.app.accountId = '1900001'
  await screen.settle()
  expect(location.hash).toBe('#/performance?account=1900001')
  expect(screen.sent('performance.read').at(-1)).toMatchObject({ accountId: '1900001' })
  location.hash = '#/performance?account='
  await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  await screen.settle()
  expect(screen.app.accountId).toBeNull()
  await screen.end()
})

test('the plain address opens the last settings', async () => {
  const screen = await show()
  screen.find<HTMLInputElement>('input[type=radio][value="year"]').click()
  await screen.settle()
  await screen.end()
  location.hash = '#/performance'
  const again = await show()
  expect(location.hash).toBe('#/performance?period=year')
  await again.end()
})

test('privacy mode hides every amount, shows percentages, and disables the export', async () => {
  const screen = await show({ 'settings.read': () => ({ ...data.settings, hideAmounts: true }) })
  const income = screen.find('tr[data-figure=income] [popover]')
  income.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: 'open' }))
  await screen.settle()
  const html = screen.target.innerHTML.replace(/(?<=\d),(?=\d)/g, '')
  for (const amount of ['81240', '88954', '2500', '312.4', '640.68', '5210', '1212', '24.6', '303.00', '28.5'])
    expect(html).not.toContain(amount)
  expect(words(screen.find('dd[data-figure=xirr]'))).toContain('8.12%')
  expect(button(screen.target, 'Export as CSV').disabled).toBe(true)
  await screen.end()
})

test('while another period is loading, the panels below stay', async () => {
  location.hash = '#/performance?period=year'
  const screen = await show({
    'performance.read': ({ from }) => (from < Date.UTC(2025, 0, 1) ? new Promise(() => undefined) : performance()),
  })
  const lots = screen.find('table[aria-label="Realized lots"]')
  screen.find<HTMLInputElement>('input[type=radio][value="3y"]').click()
  await vi.waitFor(() => expect(screen.find('.skeleton').getAttribute('aria-label')).toBe('Loading the performance'))
  expect(screen.find('table[aria-label="Realized lots"]')).toBe(lots)
  await screen.end()
})
