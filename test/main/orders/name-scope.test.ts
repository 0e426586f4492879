import { afterEach, expect, test } from 'vitest'
import { nameScope } from '#main/orders/name-scope.ts'
import { writeTextsIn } from '#shared/language.ts'
import type { Order } from '#shared/model/order/order.ts'

afterEach(() => writeTextsIn(() => 'en'))

const accountIds = ['1900001', '1900002']
const order = { id: '7', accountId: '1900001', body: { symbol: 'SBER@MISX' } } as Order
const all = (accountId: string | null, symbol: string | null) => ({ kind: 'all', accountId, symbol }) as const
const chosen = (...ids: string[]) => ({
  kind: 'orders' as const,
  orders: ids.map((orderId) => ({ accountId: '1900001', orderId })),
})

test.each([
  ['en', all(null, null), 2, 'all 2 working orders of all accounts'],
  ['en', all('1900001', 'SBER@MISX'), 1, 'the one working order of account …0001 on SBER@MISX'],
  ['en', chosen('7'), 1, 'the order 7 on SBER@MISX of account …0001'],
  ['en', chosen('7', '8'), 2, '2 chosen orders of account …0001'],
  ['ru', all('1900001', 'SBER@MISX'), 3, 'все активные заявки (3), счёт …0001, SBER@MISX'],
  ['ru', chosen('7'), 1, 'заявка 7 (SBER@MISX), счёт …0001'],
] as const)('in %s the scope of a cancel is described in one language: %j', (language, scope, count, words) => {
  writeTextsIn(() => language)
  expect(nameScope(scope, Array<Order>(count).fill(order), accountIds)).toBe(words)
})
