import { expect, test } from 'vitest'
import { dec } from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { portfolioStress } from '../fixtures/margin.ts'
import { accounts } from '../fixtures/portfolio.ts'
import { emptyAnswers, failing, failingAnswers, offlineAnswers } from '../fixtures/transport.ts'
import { show, answersWith } from './margin-screen.ts'

test('the fall that leads to a margin call is shown with distance, equity and requirement', async () => {
  const screen = await show()
  expect(screen.text()).toContain('Uniform fall to a margin call 27.86%')
  expect(screen.text()).toContain('There equity and requirement are both 442.86 USD.')
  expect(screen.text()).toContain('One position is not covered and stays unchanged.')
  expect(screen.text()).toMatch(/Distance 390\.00 USD Equity 1,000\.00 USD Currency inferred from its parts/)
  await screen.end()
})

test.each([
  [{ state: 'below', percent: dec('7.142857'), requirement: dec('9') }, 'A rise of 7.14% ends the call'],
  [{ state: 'below', percent: null, requirement: null }, 'No price move is enough to end the call'],
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
