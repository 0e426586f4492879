import { expect, test } from 'vitest'
import * as portfolio from '../fixtures/portfolio.ts'
import { show, words } from './overview-screen.ts'

test('the screen has one age, and each stale account has its own age', async () => {
  const now = Date.now()
  const accounts = portfolio
    .accounts(now)
    .map((account, i) => ({ ...account, fetchedAt: now - 600_000, staleAt: now + (i ? 600_000 : -1_000) }))
  const overview = { ...portfolio.overview(now, accounts) }
  const { target, end } = await show({ 'overview.read': () => overview })
  const rows = [...target.querySelectorAll('[aria-label=Accounts] tbody tr')]
  expect(rows.map((row) => row.querySelector('.age')?.classList.contains('stale'))).toEqual([true, undefined])
  expect(target.querySelectorAll('.age')).toHaveLength(2)
  expect(target.querySelector('.headline .age')?.classList.contains('stale')).toBe(true)
  await end()
})

test('a click on an account selects it, and every panel loads that account', async () => {
  const { app, target, transport, settle, end } = await show()
  target.querySelector<HTMLElement>('[aria-label=Accounts] tbody tr')?.click()
  await settle()
  expect(app.accountId).toBe('1900001')
  for (const method of [
    'overview.read',
    'equity.history',
    'allocation.read',
    'orders.list',
    'transactions.recent',
    'events.list',
  ]) {
    expect(transport.calls.filter((call) => call.method === method).at(-1)?.params, method).toMatchObject({
      accountId: '1900001',
    })
  }
  await end()
})

test('the cash panel names the accounts of each currency, and a purchase is not coloured as a loss', async () => {
  const { target, find, end } = await show()
  const cash = [...target.querySelectorAll('.panel')].find((panel) => panel.querySelector('h2')?.textContent === 'Cash')
  const holders = [...cash!.querySelectorAll('.holder')].map((holder) => words(holder).trim())
  expect(holders).toEqual(['TRQD05:989213 25,110.00', '1900001 8,204.19', '1900001', '1900001'])
  const recent = find('[aria-label="Recent transactions"]')
  expect(recent.querySelector('.loss')).toBeNull()
  expect(recent.querySelector('.gain')?.textContent).toMatch(/^\+/)
  await end()
})

test('the link of an unknown margin distance has an accessible name', async () => {
  const now = Date.now()
  const accounts = portfolio.accounts(now).map((account) => ({
    ...account,
    ...{ margin: account.margin && { ...account.margin, distance: null } },
  }))
  const { target, end } = await show({ 'overview.read': () => portfolio.overview(now, accounts) })
  const links = [...target.querySelectorAll('.distance a')]
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['The margin distance is not known'])
  await end()
})

test('the allocation names positions without a market apart from those whose value is unknown', async () => {
  const { target, end } = await show({
    'allocation.read': () => [
      {
        ...{ currency: '', gross: null, slices: [], missing: ['ABCD', 'NEW@XXXX'] },
        ...{ rates: [], notConverted: [], includesCash: false },
      },
    ],
  })
  const captions = [...target.querySelectorAll('figcaption')].map((caption) => words(caption).trim())
  const missing = captions.filter((caption) => caption.startsWith('Not included'))
  expect(missing).toEqual([
    'Not included because its value is unknown: NEW@XXXX.',
    'Not included because the service names no market: ABCD.',
  ])
  await end()
})
