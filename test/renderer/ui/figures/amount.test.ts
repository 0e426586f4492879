import { expect, test } from 'vitest'
import Age from '#renderer/ui/figures/Age.svelte'
import Amount from '#renderer/ui/figures/Amount.svelte'
import Change from '#renderer/ui/figures/Change.svelte'
import Price from '#renderer/ui/figures/Price.svelte'
import { dec } from '../../fixtures/data.ts'
import { fixtureNow } from '../../fixtures/fixture-now.ts'
import { mountInApp } from '../../fixtures/page/mount.ts'

const visibleText = (element: Element) => element.textContent.trim().replaceAll('\u00a0', ' ')

test('an amount shows its currency; its title shows the exact value and the origin', async () => {
  const page = await mountInApp(Amount, { value: dec('1234.56789'), currency: 'USD', origin: 'GET /v1/accounts' })
  const amount = page.find('.amount')
  expect(visibleText(amount)).toBe('1,234.57 USD')
  expect(amount.title).toBe('1234.56789 USD\nGET /v1/accounts')
  await page.end()
})

test('a hidden amount is not in the text, the title or any attribute', async () => {
  const page = await mountInApp(Amount, { value: dec('1234.56789'), currency: 'USD', origin: 'GET /v1/accounts' })
  await page.app.togglePrivacy()
  await page.settle()
  expect(page.target.innerHTML).not.toMatch(/1,?234|56789/)
  expect(page.find('.amount').title).toBe('GET /v1/accounts')
  expect(visibleText(page.find('.amount'))).toBe('•••hidden')
  await page.app.togglePrivacy()
  await page.settle()
  expect(visibleText(page.find('.amount'))).toBe('1,234.57 USD')
  await page.end()
})

test('an unknown amount is a dash, also in privacy mode', async () => {
  const page = await mountInApp(Amount, { value: null, currency: 'USD' })
  expect(visibleText(page.find('.amount'))).toBe('—')
  await page.app.togglePrivacy()
  await page.settle()
  expect(visibleText(page.find('.amount'))).toBe('—')
  await page.end()
})

test('privacy mode hides value and direction of an amount, but not of a percentage', async () => {
  const page = await mountInApp(Change, { value: dec('-412.65'), kind: 'amount' as const, currency: 'USD' })
  expect(visibleText(page.find('.change'))).toBe('▼-412.65 USD')
  expect(page.find('.change').classList.contains('loss')).toBe(true)
  await page.app.togglePrivacy()
  await page.settle()
  expect(page.target.innerHTML).not.toMatch(/412|▼/)
  expect(page.find('.change').classList.contains('loss')).toBe(false)
  await page.end()

  const percent = await mountInApp(Change, { value: dec('3.1'), kind: 'percent' as const })
  await percent.app.togglePrivacy()
  await percent.settle()
  expect(visibleText(percent.find('.change'))).toBe('▲+3.10%')
  await percent.end()
})

test('a change of zero has neither arrow nor colour', async () => {
  const page = await mountInApp(Change, { value: dec('0'), kind: 'percent' as const })
  expect(visibleText(page.find('.change'))).toBe('0.00%')
  expect(page.find('.change').className).not.toMatch(/gain|loss/)
  await page.end()
})

test('a price shows its minor digits lighter and is never hidden', async () => {
  const page = await mountInApp(Price, { value: dec('271.35'), decimals: 2 })
  await page.app.togglePrivacy()
  await page.settle()
  expect(visibleText(page.find('.price'))).toBe('271.35')
  expect(visibleText(page.find('.minor'))).toBe('.35')
  await page.end()
})

test('a stale age is marked', async () => {
  const page = await mountInApp(Age, { at: fixtureNow - 90_000, staleAfterMs: 60_000 })
  expect(visibleText(page.find('.age'))).toBe('1 min')
  expect(page.find('.age').classList.contains('stale')).toBe(true)
  expect(page.find('.age').title).toMatch(/^Stale: as of/)
  await page.end()
})
