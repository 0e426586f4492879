import { expect, test } from 'vitest'
import * as data from '../fixtures/data.ts'
import { failing, offlineAnswers } from '../fixtures/transport.ts'
import { performance, unknown } from './figures.ts'
import { startAtScreen, button, show, words } from './performance-screen.ts'

startAtScreen()

test('a history that is not loaded shows no figures and loads on request, unless the app is offline', async () => {
  const screen = await show({ 'performance.read': () => unknown('not-loaded', { coverage: 'partial' }) })
  expect(screen.text()).toContain('History not loaded yet')
  expect(screen.target.querySelector('tr[data-figure]')).toBeNull()
  button(screen.target, 'Load now').click()
  await screen.settle()
  expect(screen.sent('sync.now').at(-1)).toEqual({ job: 'history' })
  await screen.end()
  const offline = await show({
    ...offlineAnswers(),
    'performance.read': () => unknown('not-loaded', { coverage: 'partial' }),
  })
  expect(button(offline.target, 'Load now').disabled).toBe(true)
  await offline.end()
})

test('where some accounts differ, those that agree are offered', async () => {
  const compared = (accountId: string, differenceCount: number | null) => ({
    ...{ accountId, coverage: differenceCount === null ? ('partial' as const) : ('whole' as const) },
    ...{ positions: [], cash: [], statedAt: 0, differenceCount },
  })
  const screen = await show({
    'performance.read': () => performance({ differing: ['MSFT@XNGS'] }),
    'reconciliation.read': () => [compared('A1', 2), compared('A2', 0), compared('A3', null)],
  })
  const offered = screen.find('.agreeing')
  expect(words(offered)).toBe('Known for accounts without a difference: A2')
  button(screen.target, 'A2').click()
  await screen.settle()
  expect(screen.sent('performance.read').at(-1)).toMatchObject({ accountId: 'A2' })
  expect(screen.target.querySelector('.agreeing')).toBeNull()
  await screen.end()
})

test('caveats are named: differences, missing prices and unknown costs', async () => {
  const screen = await show({
    'performance.read': () =>
      performance({
        differing: ['MSFT@XNGS'],
        unpriced: [{ symbol: 'ZZZ@X', name: 'Zeta', at: 'begin' }],
        unknownCost: [{ symbol: 'QQQ@X', name: null, pieces: data.dec('5') }],
        ...{ begin: null, end: null, unrealized: null, remainder: null },
      }),
  })
  expect(screen.text()).toContain('They differ in MSFT@XNGS.')
  expect(screen.text()).toContain('At the beginning: Zeta.')
  expect(screen.text()).toContain('QQQ@X: their profit is part of what is not explained.')
  expect(screen.text()).toContain('the instrument that they came from keeps its whole cost')
  expect(words(screen.find('tr[data-figure=end] td'))).toBe('—')
  expect(words(screen.find('tr[data-figure=realized] td'))).toContain('312.4')
  expect(screen.text()).toContain('Not every part is known, so the sum cannot be checked.')
  await screen.end()
})

test('a position without a market is named as not included, without a word about its price', async () => {
  const screen = await show({
    'performance.read': () => performance({ unpriced: [{ symbol: 'ABCD', name: null, at: 'end' }] }),
  })
  expect(screen.text()).toContain('Not included because the service names no market: ABCD.')
  expect(screen.text()).not.toContain('No price of the')
  await screen.end()
})

test('a remainder is shown with its reasons', async () => {
  const screen = await show({
    'performance.read': () =>
      performance({
        remainder: data.dec('12.5'),
        end: data.dec('88966.605'),
        remainderParts: [{ reason: 'unknown-kind', amount: data.dec('12.5'), symbols: [] }],
      }),
  })
  expect(words(screen.find('tr[data-figure=remainder] th'))).toContain('transactions of unknown kind: +12.50')
  expect(screen.text()).toContain('The parts add up to the last digit.')
  await screen.end()
})

test('no account, an empty period and a failed read each have a message', async () => {
  const none = await show({ 'performance.read': () => unknown('no-account') })
  expect(none.text()).toContain('No account')
  await none.end()
  const nothing = await show({ 'performance.read': () => unknown('nothing') })
  expect(nothing.text()).toContain('Nothing in this period')
  await nothing.end()
  const failed = await show({ 'performance.read': failing('internal', 'The cache cannot be read.') })
  expect(failed.text()).toContain('Could not calculate the performance The cache cannot be read.')
  const before = failed.sent('performance.read').length
  button(failed.target, 'Try again').click()
  await failed.settle()
  expect(failed.sent('performance.read').length).toBeGreaterThan(before)
  await failed.end()
})

test('a running replay shows its progress', async () => {
  const screen = await show({ 'ledger.state': () => ({ phase: 'replaying', done: 40, total: 100 }) })
  expect(screen.text()).toContain('Calculating from the transactions, 40%')
  await screen.end()
})
