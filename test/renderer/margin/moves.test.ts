import { flushSync } from 'svelte'
import { expect, onTestFinished, test, vi } from 'vitest'
import { marginHash } from '#renderer/navigation/margin-address.ts'
import { dec } from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { stress } from '../fixtures/margin.ts'
import { type Mounted } from '../fixtures/page/mount.ts'
import { accounts } from '../fixtures/portfolio.ts'
import { show, answersWith, lastRequest, button, choose } from './margin-screen.ts'

test('a typed move and a move of the slider are sent; an invalid move is explained and not sent', async () => {
  const screen = await show()
  expect(lastRequest(screen).shocks).toEqual([{ by: 'all', key: null, percent: '-10' }])
  const typed = () => screen.find<HTMLInputElement>('input[aria-label="Move of all prices in percent"]')
  await screen.type(typed(), '-12,5')
  expect(lastRequest(screen).shocks).toEqual([{ by: 'all', key: null, percent: '-12.5' }])
  await screen.type(screen.find<HTMLInputElement>('input[type=range]'), '20')
  expect(typed().value).toBe('20')
  expect(lastRequest(screen).shocks).toEqual([{ by: 'all', key: null, percent: '20' }])
  await screen.type(typed(), '-101')
  expect(screen.text()).toContain('A price falls by 100 % at most.')
  expect(typed().getAttribute('aria-invalid')).toBe('true')
  expect(lastRequest(screen).shocks).toEqual([])
  await screen.end()
})

test('a move of one instrument can be added, chosen and removed', async () => {
  const screen = await show(answersWith({}))
  button(screen, 'Add a move').click()
  await screen.settle()
  expect(screen.text()).toContain('Choose what moves.')
  await choose(screen, 'Which instrument', 'MSFT@XNGS')
  expect(lastRequest(screen).shocks).toEqual([
    { by: 'all', key: null, percent: '-10' },
    { by: 'instrument', key: 'MSFT@XNGS', percent: '-10' },
  ])
  expect(screen.text()).toContain('Affects nothing here')
  button(screen, 'Remove the move of Microsoft Corporation').click()
  await screen.settle()
  expect(lastRequest(screen).shocks).toHaveLength(1)
  await screen.end()
})

test('the figures after the moves are shown beside the current figures', async () => {
  const screen = await show()
  const after = screen.find('[aria-label="After these moves"]').textContent.replace(/\s+/g, ' ')
  expect(after).toMatch(/Equity1,000\.00 USD800\.00 USD▼-200\.00 USD/)
  expect(after).toMatch(/Distance390\.00 USD250\.00 USD/)
  expect(after).toContain('From there, uniform fall to a margin call: 19.84%.')
  await screen.end()
  const call = { state: 'below', percent: dec('10'), requirement: dec('1') } as const
  const below = await show(
    answersWith({ after: { equity: dec('5'), requirement: dec('9'), distance: dec('-4'), call } }),
  )
  expect(below.text()).toContain('After these moves equity is below the requirement: a margin call.')
  await below.end()
})

test('the change of all accounts is shown in the base currency, with the positions that are not covered', async () => {
  const screen = await show()
  const all = screen.find('[aria-label="All accounts after these moves"]').textContent.replace(/\s+/g, ' ')
  expect(all).toMatch(/All accounts ?▼-350\.00 EUR ▼-7\.00% ?Equity ?5,000\.00 EUR ?After ?4,650\.00 EUR/)
  expect(all).toContain('One position is not covered and stays unchanged.')
  const left = screen.find('[aria-label="All accounts after these moves"] [title*="option"]')
  expect(left.title).toContain('Apple call')
  await screen.end()
})

test('a move can apply to the bonds of one currency, and is sent with that currency', async () => {
  const screen = await show(answersWith({}))
  await choose(screen, 'What moves', 'type')
  const options = [...screen.find('select[aria-label="Which type"]').querySelectorAll('option')]
  expect(options.map(({ textContent }) => textContent)).toEqual([
    ...['Choose…', 'Bonds', 'Bonds in RUB', 'Bonds in USD', 'Equities', 'Equities in USD'],
  ])
  await choose(screen, 'Which type', 'BONDS RUB')
  const move = { by: 'type', key: 'BONDS', currency: 'RUB', percent: '-10' }
  expect(lastRequest(screen).shocks).toEqual([move])
  const portfolio = screen.transport.calls.filter(({ method }) => method === 'margin.portfolio').at(-1)?.params
  expect(portfolio).toEqual({ accountId: null, shocks: [move] })
  expect(screen.find<HTMLInputElement>('input[aria-label="Move of Bonds in RUB in percent"]').value).toBe('-10')
  await screen.end()
})

test('a saved set of moves is opened', async () => {
  const screen = await show()
  button(screen, 'Saved moves').dispatchEvent(new Event('click'))
  const sheet = screen.target.querySelector<HTMLElement>('[popover]')!
  sheet.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: 'open' }))
  await screen.settle()
  button(screen, 'Bond crisis').click()
  await screen.settle()
  expect(lastRequest(screen).shocks).toEqual([{ by: 'type', key: 'BONDS', percent: '-15' }])
  await screen.end()
})

test('while figures for new moves are loading, the panel and the focus stay', async () => {
  let answerLate: (() => void) | undefined
  const screen = await show({
    'margin.stress': ({ shocks }) =>
      shocks[0]?.percent === '-50'
        ? new Promise((resolve) => (answerLate = () => resolve(stress(fixtureNow, { touched: [2] }))))
        : stress(fixtureNow),
  })
  const typed = screen.find<HTMLInputElement>('input[aria-label="Move of all prices in percent"]')
  typed.focus()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  typed.value = '-50'
  typed.dispatchEvent(new Event('input', { bubbles: true }))
  flushSync()
  await vi.advanceTimersByTimeAsync(1_000)
  flushSync()
  expect(document.activeElement).toBe(typed)
  expect(screen.text()).toContain('27.86%')
  vi.useRealTimers()
  answerLate?.()
  await screen.settle()
  await screen.end()
})

test('an address chooses the account and the moves, also while the screen is open', async () => {
  const [first, second] = accounts(fixtureNow)
  const both = [first!, { ...second!, margin: first!.margin }]
  const bonds = { by: 'type' as const, key: 'BONDS', percent: dec('-10') }
  const params = (screen: Mounted) =>
    screen.transport.calls.filter(({ method }) => method === 'margin.stress').at(-1)?.params
  onTestFinished(() => void (location.hash = ''))
  location.hash = marginHash({ accountId: second!.id })
  const screen = await show({ 'accounts.list': () => both })
  expect(params(screen)).toMatchObject({ accountId: second!.id })
  location.hash = marginHash({ accountId: '1900001', shocks: [bonds] })
  await vi.waitFor(async () => {
    await screen.settle()
    expect(params(screen)).toEqual({ accountId: '1900001', shocks: [bonds] })
  })
  await screen.end()
})
