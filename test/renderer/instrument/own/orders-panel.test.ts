import { expect, test, vi } from 'vitest'
import { fixtureNow } from '../../fixtures/fixture-now.ts'
import { orderRow } from '../../fixtures/orders.ts'
import { closeAfterEachTest, open, section } from '../open-screen.ts'

closeAfterEachTest()

test('an order of a bond gets its "%" when the kind of the instrument becomes known', async () => {
  let type: string | null = null
  const symbol = 'RU000A0JX0J2@MISX'
  const page = await open(symbol, {
    'orders.list': () => [{ ...orderRow(fixtureNow, { symbol, name: null }), type }],
  })
  expect(section('orders')).toContain('Buy')
  expect(section('orders')).not.toContain('%')
  type = 'BONDS'
  page.transport.emit('instruments.changed')
  await vi.waitFor(() => expect(section('orders')).toContain('%'))
})
