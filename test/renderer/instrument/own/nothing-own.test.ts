import { expect, test } from 'vitest'
import { closeAfterEachTest, open, section } from '../open-screen.ts'

closeAfterEachTest()

const nothing = { 'positions.list': () => [], 'orders.list': () => [] }

test('without a position or an order, the panels say so', async () => {
  await open('AAPL@XNGS', nothing)
  expect(section('position')).toContain('No position is known in any account')
  expect(section('orders')).toContain('No orders for this instrument')
})

test('while no account is loaded, nothing is said about positions and orders', async () => {
  await open('AAPL@XNGS', { ...nothing, 'accounts.list': () => [] })
  for (const id of ['position', 'orders']) expect(section(id)).toContain('No accounts loaded yet')
})

test('orders of an account that were never read are unknown', async () => {
  await open('AAPL@XNGS', { ...nothing, 'orders.readTimes': () => [{ accountId: '1900001', fetchedAt: null }] })
  expect(section('orders')).toContain('Orders have not been loaded yet')
})
