import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import * as data from '../fixtures/data.ts'
import { orderRow } from '../fixtures/orders.ts'
import { emptyAnswers, failing } from '../fixtures/transport.ts'
import { show, words, rowOf, press, click } from './orders-screen.ts'

test('every kind of order has a row, with its status and "—" for unknown values', async () => {
  const screen = await show()
  expect(words(rowOf(screen, 'Microsoft'))).toContain('pending review')
  expect(words(rowOf(screen, 'NVIDIA'))).toContain('50 / 50')
  expect(words(rowOf(screen, 'Sberbank'))).toMatch(/SL \/ TP.*249.*SL 250\.1.*TP 300/)
  expect(words(rowOf(screen, 'Sberbank'))).toContain('— / 10')
  expect(words(rowOf(screen, '2 legs'))).toContain('several legs')
  await screen.end()
})

test('an open order shows its distance to the market, its value and its expiry', async () => {
  const screen = await show()
  const columns = [...screen.target.querySelectorAll('thead th')].map(words)
  const cell = (row: HTMLElement, column: string) => words(row.querySelectorAll('td')[columns.indexOf(column)]!)
  const apple = rowOf(screen, 'Apple')
  expect(cell(apple, 'To market')).toBe('-2.17%')
  expect(cell(apple, 'Notional')).toBe('6,750.00 USD')
  expect(cell(apple, 'Expires')).toBe('today')
  const sberbank = rowOf(screen, 'Sberbank')
  expect(cell(sberbank, 'To market')).toMatch(/SL \+8\.74% ?TP \+30\.43%/)
  expect(cell(sberbank, 'Expires')).toBe('13:00')
  expect(cell(rowOf(screen, 'NVIDIA'), 'To market')).toBe('—')
  await screen.end()
})

test('a market order has this word in place of a limit price', async () => {
  const row = orderRow(Date.now(), { name: 'Apple' })
  const body = { ...row.order.body!, type: 'ORDER_TYPE_MARKET', limitPrice: null }
  const screen = await show({ 'orders.list': () => [{ ...row, order: { ...row.order, body } }] })
  const columns = [...screen.target.querySelectorAll('thead th')].map(words)
  expect(words(rowOf(screen, 'Apple').querySelectorAll('td')[columns.indexOf('Limit')]!)).toBe('market')
  await screen.end()
})

test('the age of the orders is shown only when they are not up to date', async () => {
  const fresh = await show()
  expect(fresh.text()).not.toMatch(/updated .* ago/i)
  await fresh.end()
  const fetchedAt = Date.now() - 6 * minuteMs
  const old = await show({ 'orders.readTimes': () => [{ accountId: '1900001', fetchedAt }] })
  expect(old.text()).toMatch(/updated 6.min ago/)
  await old.end()
})

test('the instruments of open orders are reported as visible; those of finished orders are not', async () => {
  const screen = await show()
  const symbols = screen.sent('attention.set').flatMap((params) => (params as { symbols: string[] }).symbols)
  expect(symbols).toContain('AAPL@XNGS')
  expect(symbols).not.toContain('NVDA@XNGS')
  await screen.end()
})

test('the screen reports to the host that orders are shown', async () => {
  const screen = await show()
  expect(screen.sent('attention.set').at(-1)).toMatchObject({ isVisible: true, showsOrders: true })
  await screen.end()
})

test('a row opens the details of the order with the observed changes', async () => {
  const screen = await show()
  rowOf(screen, 'Sberbank').focus()
  press(rowOf(screen, 'Sberbank'), 'Enter')
  await screen.settle()
  const detail = words(screen.find('aside'))
  expect(detail).toContain('Spread unit Percent')
  expect(detail).toContain('Status Watching the price')
  expect(detail).toMatch(/To market SL \+8\.74% ?TP \+30\.43%/)
  expect(detail).toMatch(/Observed changes partly filled: 20 executed .*new/)
  press(screen.find('aside button'), 'Escape')
  await screen.settle()
  expect(screen.target.querySelector('aside')).toBeNull()
  expect(words(document.activeElement!)).toContain('Sberbank')
  await screen.end()
})

test('arrow keys show and hide the legs of an order; the Tab key skips controls inside rows', async () => {
  const screen = await show()
  press(rowOf(screen, '2 legs'), 'ArrowRight')
  await screen.settle()
  expect(words(rowOf(screen, 'CALL2@RTSX'))).toMatch(/CALL2@RTSX.*Sell.*10/)
  press(rowOf(screen, '2 legs'), 'ArrowLeft')
  await screen.settle()
  expect(words(screen.target)).not.toContain('CALL2@RTSX')
  expect(screen.target.querySelectorAll('tbody :is(input, button):not([tabindex="-1"])')).toHaveLength(0)
  await screen.end()
})

test('privacy mode hides quantities, also in the cancel dialog', async () => {
  const screen = await show({ 'settings.read': () => ({ ...data.settings, hideAmounts: true }) })
  expect(words(rowOf(screen, 'NVIDIA'))).toMatch(/•••hidden \/ •••hidden •••hidden/)
  press(rowOf(screen, 'Apple'), 'Delete')
  await screen.settle()
  expect(words(screen.find('dialog'))).not.toMatch(/executed 20|remaining 30/)
  await screen.end()
})

test('changes and cancellations have their own logs', async () => {
  const screen = await show()
  click(screen, 'Changes')
  await screen.settle()
  expect(words(screen.find('ol[aria-label=Changes]'))).toMatch(/partly filled.*Apple Inc\..*20 executed/)
  click(screen, 'Cancellations')
  await screen.settle()
  expect(words(screen.target)).toContain('No cancellations yet')
  await screen.end()
})

test('no orders, orders not loaded and a failed load have different messages', async () => {
  const none = await show(emptyAnswers)
  expect(words(none.target)).toContain('No orders')
  await none.end()
  const unread = await show({
    ...emptyAnswers,
    'orders.readTimes': () => [{ accountId: '1900001', fetchedAt: null }],
  })
  expect(words(unread.target)).toContain('have not been loaded yet')
  await unread.end()
  const without = await show({ ...emptyAnswers, 'accounts.list': () => [], 'orders.readTimes': () => [] })
  expect(words(without.target)).toContain('No accounts')
  await without.end()
  const broken = await show({ 'orders.list': failing('internal', 'The cache cannot be read.') })
  expect(words(broken.find('[role=alert]'))).toContain('The cache cannot be read.')
  await broken.end()
})
