import { expect, test } from 'vitest'
import { figureHref } from '#renderer/performance/view/figure-address.ts'

const scope = { accountId: null, symbol: null, type: null, currency: null, from: 1000, to: 2000 }

test('a figure links to the transactions of its kinds and period', () => {
  expect(figureHref(scope, 'taxes')).toBe('#/transactions?period=1000..2000&kind=tax')
  expect(figureHref({ ...scope, accountId: '7', symbol: 'A@X', currency: 'USD' }, 'fees')).toBe(
    '#/transactions?period=1000..2000&kind=commission&kind=fine&account=7&symbol=A%40X&currency=USD',
  )
})

test('a figure that no list of transactions can show has no link', () => {
  expect(figureHref(scope, 'twr')).toBeNull()
  expect(figureHref({ ...scope, type: 'BONDS' }, 'income')).toBeNull()
})
