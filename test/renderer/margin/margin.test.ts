import { flushSync } from 'svelte'
import { expect, onTestFinished, test, vi } from 'vitest'
import Margin from '../../../src/renderer/margin/Margin.svelte'
import { marginHash } from '../../../src/renderer/navigation/margin-address.ts'
import { dec } from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { portfolioStress, stress } from '../fixtures/margin.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { accounts } from '../fixtures/portfolio.ts'
import {
  emptyAnswers,
  failing,
  failingAnswers,
  fixtureTransport,
  offlineAnswers,
  type Answers,
} from '../fixtures/transport.ts'

const show = (overrides: Partial<Answers> = {}) => mountInApp(Margin, {}, fixtureTransport(overrides))
const answersWith = (over: Parameters<typeof stress>[1]): Partial<Answers> => ({
  'margin.stress': ({ shocks }) => stress(fixtureNow, { touched: shocks.map(() => 0), ...over }),
  'margin.portfolio': ({ shocks }) => portfolioStress({ touched: shocks.map(() => 0) }),
})
const lastRequest = ({ transport }: Mounted) =>
  transport.calls.filter(({ method }) => method === 'margin.stress').at(-1)?.params as { shocks: unknown[] }
const button = (screen: Mounted, name: string) =>
  [...screen.target.querySelectorAll('button')].find(
    (each) => each.textContent.trim() === name || each.getAttribute('aria-label') === name,
  )!
async function choose(screen: Mounted, label: string, value: string): Promise<void> {
  const select = screen.find<HTMLSelectElement>(`select[aria-label="${label}"]`)
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await screen.settle()
}

test('the fall that leads to a margin call is shown with distance, equity and requirement', async () => {
  const screen = await show()
  expect(screen.text()).toContain('Uniform fall to a margin call 27.86%')
  expect(screen.text()).toContain('There equity and requirement are both 442.86 USD.')
  expect(screen.text()).toContain('One position is not covered and stays unchanged.')
  expect(screen.text()).toMatch(/Distance 390\.00 USD Equity 1,000\.00 USD Currency inferred from its parts/)
  await screen.end()
})

test.each([
  [{ state: 'below', percent: dec('7.142857'), requirement: dec('9') }, 'A rise of 7.14% ends it'],
  [{ state: 'below', percent: null, requirement: null }, 'No price move is enough to end it'],
  [{ state: 'none', percent: null, requirement: null }, 'No move leads to a call'],
  [{ state: 'call', percent: dec('12.5'), requirement: dec('9') }, 'Uniform rise to a margin call 12.50%'],
] as const)('the state %o is described', async (call, words) => {
  const screen = await show(answersWith({ call }))
  expect(screen.text()).toContain(words)
  await screen.end()
})

test('contributions are bars with shares, and a position that is not covered shows the reason', async () => {
  const screen = await show()
  const rows = [...screen.target.querySelectorAll('tbody tr')].map((row) => row.textContent.replace(/\s+/g, ' ').trim())
  expect(rows.find((row) => row.includes('Apple Inc.'))).toMatch(/1,500\.00\sUSD400\.00\sUSD1,100\.00\sUSD 78\.6%/)
  expect(rows.find((row) => row.includes('Apple call'))).toContain('Not covered: an option is not linear')
  await screen.end()
})

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
  expect(screen.text()).toContain('Concerns nothing here')
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

test('the account of an unknown equity is named', async () => {
  const unknown = { equity: null, equityAfter: null, percent: null, withoutEquity: ['1900003'] }
  const screen = await show({ 'margin.portfolio': () => portfolioStress(unknown) })
  expect(screen.text()).toContain('The equity of 1900003 is not known in EUR.')
  expect(screen.text()).toContain('▼-350.00 EUR')
  await screen.end()
})

test('without a base currency the accounts are not added', async () => {
  const none = { currency: null, equity: null, equityAfter: null, change: null, percent: null }
  const screen = await show({ 'margin.portfolio': () => portfolioStress(none) })
  expect(screen.target.querySelector('[aria-label="All accounts after these moves"]')).toBeNull()
  expect(screen.text()).toContain('27.86%')
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

test('privacy mode hides amounts, but not percentages', async () => {
  const screen = await show()
  await screen.app.togglePrivacy()
  await screen.settle()
  expect(screen.text()).toContain('27.86%')
  expect(screen.target.innerHTML).not.toMatch(/1,?000\.00|442\.85|390|1,?500\.00/)
  await screen.end()
})

test.each([
  ['currency', 'The currency of the equity is unknown. You can choose the currency of the accounts in Settings.'],
  ['requirement', 'The service states no maintenance margin.'],
  ['nothing-covered', 'No position can be covered.'],
] as const)('an unknown move shows its reason: %s', async (unknown, words) => {
  const screen = await show(answersWith({ unknown, call: null, after: null, positions: [] }))
  expect(screen.text()).toContain(words)
  expect(screen.text()).toContain('Uniform move to a margin call —')
  expect(screen.target.querySelector('[aria-label="After these moves"]')).toBeNull()
  await screen.end()
})

test('accounts without margin, no accounts and failed reads have different messages', async () => {
  const cash = accounts(fixtureNow).map((account) => ({ ...account, margin: null }))
  const without = await show({ 'accounts.list': () => cash })
  expect(without.text()).toContain('No margin The service states no margin for any account: it cannot be called.')
  expect(without.text()).toContain('All accounts ▼-350.00 EUR')
  expect(without.text()).toMatch(/Updated .+ ago/)
  await without.end()
  const empty = await show(emptyAnswers)
  expect(empty.text()).toContain('Accounts appear here after the first response of the service.')
  await empty.end()
  const failed = await show(failingAnswers)
  expect(failed.text()).toContain('Could not load the margin The cache cannot be read.')
  await failed.end()
  const half = await show({
    'margin.stress': failing('internal', 'No.'),
    'margin.history': failing('internal', 'Nor.'),
  })
  expect(half.text()).toContain('Could not load the margin No.')
  expect(half.text()).toContain('Could not load the recorded distance Nor.')
  await half.end()
})

test('when offline, the age of the figures is marked as stale', async () => {
  const then = fixtureNow - 3_600_000
  const screen = await show({
    ...offlineAnswers(),
    ...answersWith({ fetchedAt: then, staleAt: then + 60_000 }),
  })
  expect(screen.find('time.stale').textContent).toContain('1')
  await screen.end()
})

test('the instruments of the positions are reported to the host as visible', async () => {
  const screen = await show()
  const reported = screen.transport.calls.filter(({ method }) => method === 'attention.set').at(-1)?.params
  expect(reported).toMatchObject({ symbols: ['AAPL@XNGS', 'MSFT@XNGS', 'AAPLC@OPT'] })
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
