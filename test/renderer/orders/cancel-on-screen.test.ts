import { expect, test } from 'vitest'
import * as data from '../fixtures/data.ts'
import { failing } from '../fixtures/transport.ts'
import { trading, show, words, rowOf, buttons, press, click } from './orders-screen.ts'

test('Delete on a row asks for confirmation; only the cancel button cancels, and the result is shown', async () => {
  const screen = await show()
  press(rowOf(screen, 'Apple'), 'Delete')
  await screen.settle()
  const dialog = screen.find<HTMLDialogElement>('dialog')
  expect(words(dialog)).toMatch(/executed 20 remaining 30/)
  expect(words(dialog.querySelector('[autofocus]') ?? document.activeElement!)).toContain('Keep the order')
  expect(screen.sent('cancels.confirm')).toEqual([])
  click(screen, 'Keep the order')
  await screen.settle()
  expect(dialog.open).toBe(false)
  expect(screen.sent('cancels.confirm')).toEqual([])
  press(rowOf(screen, 'Apple'), 'Delete')
  await screen.settle()
  click(screen, 'Cancel the order of account 1900001')
  click(screen, 'Cancel the order of account 1900001')
  await screen.settle()
  expect(screen.sent('cancels.confirm')).toHaveLength(1)
  expect(words(dialog)).toContain('The order is cancelled.')
  await screen.end()
})

test('before an order with a stop loss and a take profit is cancelled, both prices are shown', async () => {
  const screen = await show()
  press(rowOf(screen, 'Sberbank'), 'Delete')
  await screen.settle()
  expect(words(screen.find('dialog'))).toMatch(/SL\s250\.10\s*TP\s300\.00/)
  await screen.end()
})

test('orders selected with Space are cancelled together; one button cancels all working orders', async () => {
  const screen = await show()
  press(rowOf(screen, 'Apple'), ' ')
  press(rowOf(screen, 'Sberbank'), ' ')
  press(rowOf(screen, 'NVIDIA'), ' ')
  await screen.settle()
  click(screen, 'Cancel 2 selected orders of 2 accounts…')
  await screen.settle()
  expect(screen.sent('cancels.prepare').at(-1)).toMatchObject({ scope: { kind: 'orders' } })
  expect(buttons(screen)).toContain('Cancel 2 orders of 2 accounts')
  click(screen, 'Keep the orders')
  click(screen, 'Clear selection')
  await screen.settle()
  click(screen, 'Cancel all 4 working orders of 2 accounts…')
  await screen.settle()
  expect(screen.sent('cancels.prepare').at(-1)).toEqual({
    scope: { kind: 'all', accountId: null, symbol: null },
  })
  await screen.end()
})

test('with a filter, the cancel button covers only matching orders', async () => {
  const screen = await show()
  const field = screen.find<HTMLInputElement>('input[type=search]')
  field.value = 'sberbank'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await screen.settle()
  expect(buttons(screen).filter((name) => name.startsWith('Cancel'))).toEqual([
    'Cancel 1 matching working order of account TRQD05:989213…',
  ])
  click(screen, 'Cancel 1 matching working order of account TRQD05:989213…')
  await screen.settle()
  expect(screen.sent('cancels.prepare').at(-1)).toEqual({
    scope: { kind: 'orders', orders: [{ accountId: 'TRQD05:989213', orderId: '5' }] },
  })
  await screen.end()
})

test('no cancel controls are shown for a read-only token or unknown permissions', async () => {
  const unknown = { 'connection.read': () => ({ ...data.connection(Date.now()), session: null }) }
  for (const overrides of [trading(true), unknown]) {
    const screen = await show(overrides)
    press(rowOf(screen, 'Apple'), 'Enter')
    press(rowOf(screen, 'Apple'), 'Delete')
    await screen.settle()
    expect(buttons(screen).filter((name) => name.startsWith('Cancel'))).toEqual([])
    expect(screen.target.querySelectorAll('input[type=checkbox], dialog')).toHaveLength(0)
    expect(screen.sent('cancels.prepare')).toEqual([])
    await screen.end()
  }
})

test('a rejected confirmation shows the error and offers to refresh the plan', async () => {
  const screen = await show({ 'cancels.confirm': failing('not-found', 'This plan has expired.') })
  press(rowOf(screen, 'Apple'), 'Delete')
  await screen.settle()
  click(screen, 'Cancel the order of account 1900001')
  await screen.settle()
  expect(words(screen.find('[role=alert]'))).toContain('has expired')
  click(screen, 'Refresh')
  await screen.settle()
  expect(words(screen.find('dialog'))).toContain('remaining 30')
  await screen.end()
})
