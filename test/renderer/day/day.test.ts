import { afterEach, expect, test } from 'vitest'
import Day from '#renderer/day/Day.svelte'
import { dec } from '../fixtures/data.ts'
import { dayExplanation, pastDay } from '../fixtures/days.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { emptyAnswers, failingAnswers, fixtureTransport, type Answers } from '../fixtures/transport.ts'

const show = (hash: string, overrides: Partial<Answers> = {}) => {
  location.hash = hash
  return mountInApp(Day, {}, fixtureTransport(overrides))
}
const words = (element: Element) => element.textContent.replace(/\s+/g, ' ').trim()
const table = (screen: Mounted, label: string) =>
  [...screen.find(`table[aria-label="${label}"]`).querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(words),
  )

afterEach(() => {
  location.hash = ''
})

test('today shows the parts of the stated profit, in total and for each position', async () => {
  const screen = await show('#/day')
  expect(table(screen, 'Parts of the profit of the day')).toEqual([
    ['All', '▲+290.00 USD', '▲+250.00', '▲+30.00', '0.00', '▼-1.50', '0.00', '▲+11.50'],
  ])
  const [apple, microsoft, future] = table(screen, 'Profit of the day by position')
  expect(apple?.slice(0, 2)).toEqual(['Apple Inc. AAPL@XNGS', '▲+278.50 USD'])
  expect(apple?.at(-1)).toBe('2 transactions')
  expect(microsoft?.at(-1)).toBe('The previous close is not known; Delayed price')
  expect(future?.slice(1, 2)).toEqual(['—'])
  expect(screen.text()).toContain('Not included, because the service states no profit of the day: E-mini S&P 500.')
  expect(screen.text()).toContain('Outside the stated profit')
  await screen.end()
})

test('the instrument in the address is listed first', async () => {
  const screen = await show('#/day?symbol=MSFT%40XNGS')
  expect(table(screen, 'Profit of the day by position')[0]?.[0]).toContain('Microsoft')
  await screen.end()
})

test('the screen says that transactions of today are not all loaded', async () => {
  const explanation = dayExplanation()
  const accounts = explanation.accounts.map((account) => ({ ...account, isLoaded: false }))
  const screen = await show('#/day', { 'day.explain': () => ({ ...explanation, accounts }) })
  expect(screen.text()).toContain('The transactions of today are not all loaded')
  await screen.end()
})

test('a past day shows the recorded value beside the replayed value, and the source and age of each price', async () => {
  const screen = await show('#/day/2026-06-12')
  expect(screen.sent('history.day')).toEqual([{ accountId: null, date: '2026-06-12', knowledge: 'now' }])
  expect([...screen.target.querySelectorAll('dl > div > dd:nth-of-type(1)')].map(words)).toEqual([
    '2,800.00 USD',
    '2,797.50 USD',
    '▲+2.50 USD',
  ])
  const [apple, microsoft] = table(screen, 'Positions')
  expect(apple).toEqual([
    'Apple Inc. AAPL@XNGS',
    '10',
    '10',
    '180.00',
    expect.stringContaining('recorded quote'),
    '1,800.00 USD',
  ])
  expect(microsoft?.slice(1, 3)).toEqual(['3', '—'])
  expect(microsoft?.[4]).toMatch(/^own trade, .*, 9 d old$/)
  await screen.end()
})

test('an unknown value shows its reason, and makes the replayed value unknown', async () => {
  const day = pastDay()
  const [account] = day.accounts
  const [position] = account!.positions!
  const unknown = { ...position!, price: null, value: null, note: 'no-price' as const }
  const accounts = [{ ...account!, positions: [unknown], replayed: null, missing: ['Apple Inc.'] }]
  const total = { ...day.total!, replayed: null, difference: null }
  const screen = await show('#/day/2026-06-12', { 'history.day': () => ({ ...day, accounts, total }) })
  expect(table(screen, 'Positions')[0]?.at(-1)).toBe('— no price until that day is known')
  expect(screen.text()).toContain('Unknown: the value of Apple Inc. is not known.')
  await screen.end()
})

test.each([
  ['partial', 'Some transactions until then are not loaded, so no figures are calculated.'],
  ['not-read', 'By the end of that day not all earlier transactions had been read'],
] as const)('an account with the history state %s has no figures', async (state, text) => {
  const day = pastDay()
  const accounts = [
    {
      ...day.accounts[0]!,
      ...{ positions: null, cash: null, replayed: null, coverage: { state, readAt: null, lateRows: 0 } },
    },
  ]
  const total = { ...day.total!, replayed: null, difference: null }
  const screen = await show('#/day/2026-06-12', { 'history.day': () => ({ ...day, accounts, total }) })
  expect(screen.text()).toContain(text)
  expect(screen.text()).toContain('Unknown: the history of an account is incomplete.')
  expect(screen.target.querySelector('table')).toBeNull()
  await screen.end()
})

test('the switch requests the figures known on that day, and the screen counts the transactions read later', async () => {
  const screen = await show('#/day/2026-06-12')
  const then = [...screen.target.querySelectorAll<HTMLInputElement>('input[type=radio]')].find(
    ({ value }) => value === 'then',
  )
  then!.click()
  await screen.settle()
  expect(location.hash).toBe('#/day/2026-06-12?known=then')
  expect(screen.sent('history.day').at(-1)).toMatchObject({ knowledge: 'then' })
  expect(screen.text()).toContain('2 transactions until then were read or changed only later, and left out.')
  await screen.end()
})

test('the arrows and the date field select the day; a future day is not selected', async () => {
  const screen = await show('#/day/2026-06-12')
  const press = async (label: string) => {
    screen.find<HTMLButtonElement>(`button[aria-label="${label}"]`).click()
    await screen.settle()
  }
  await press('The day before')
  expect(location.hash).toBe('#/day/2026-06-11')
  await press('The day after')
  expect(location.hash).toBe('#/day/2026-06-12')
  const field = screen.find<HTMLInputElement>('input')
  for (const [typed, shown] of [
    ['1 May 2026', '#/day/2026-05-01'],
    ['01/01/2031', '#/day/2026-05-01'],
    ['', '#/day/2026-05-01'],
  ] as const) {
    await screen.type(field, typed)
    field.dispatchEvent(new FocusEvent('blur'))
    await screen.settle()
    expect(location.hash).toBe(shown)
  }
  await screen.end()
})

test('a comparison shows the changes by currency and by instrument', async () => {
  const screen = await show('#/day/2026-06-12?from=2026-05-12')
  expect(screen.sent('history.compare')).toEqual([{ accountId: null, from: '2026-05-12', to: '2026-06-12' }])
  expect(table(screen, 'What changed by currency')[0]?.slice(3, 6)).toEqual(['▲+797.50', '▲+500.00', '▲+283.00'])
  expect(table(screen, 'What changed by instrument')[0]?.slice(0, 3)).toEqual(['Apple Inc. AAPL@XNGS', '8 → 10', '1'])
  await screen.end()
})

test('when all profits are from an earlier session, the screen says it once', async () => {
  const explanation = dayExplanation()
  const positions = explanation.positions.map((each) => ({
    ...each,
    ...{ day: '2026-11-13', notes: ['other-session' as const] },
  }))
  const screen = await show('#/day', { 'day.explain': () => ({ ...explanation, positions }) })
  expect(screen.text()).toContain('No price is of today: these are the profits of Fri, 13 Nov 2026.')
  expect(screen.text()).not.toContain('The profit is that of an earlier session')
  await screen.end()
})

test('privacy mode hides amounts and pieces, and shows prices', async () => {
  const screen = await show('#/day/2026-06-12')
  await screen.app.change({ hideAmounts: true })
  await screen.settle()
  expect(screen.text()).toContain('180.00')
  expect(screen.text()).not.toMatch(/2,800\.00|1,800\.00|97\.50/)
  await screen.end()
})

test.each(['#/day', '#/day/2026-06-12'])('%s has a message for no accounts and one for a failed read', async (hash) => {
  const empty = await show(hash, emptyAnswers)
  expect(empty.text()).toMatch(/Accounts appear here after the first response of the service\./)
  await empty.end()
  const failed = await show(hash, failingAnswers)
  expect(words(failed.find('[role=alert]'))).toContain('The cache cannot be read.')
  await failed.end()
})

test('an amount without an exchange rate is shown beside the total in the base currency', async () => {
  const explanation = dayExplanation()
  const [total] = explanation.totals
  const notConverted = [{ currency: 'EUR', amount: dec('3'), problem: 'no-price' as const, names: ['EUR'] }]
  const base = { ...total!, currency: 'GBP', rates: [], notConverted }
  const screen = await show('#/day', { 'day.explain': () => ({ ...explanation, base }) })
  expect(table(screen, 'Parts of the profit of the day').map((row) => row[0])).toEqual(['All, converted', 'All in USD'])
  expect(screen.text()).toContain('Not converted: +3.00 EUR.')
  await screen.end()
})
