import { expect, test } from 'vitest'
import Reconciliation from '#renderer/reconciliation/Reconciliation.svelte'
import * as data from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { partialReconciliations } from '../fixtures/ledger.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import {
  emptyAnswers,
  failing,
  failingAnswers,
  fixtureTransport,
  offlineAnswers,
  type Answers,
} from '../fixtures/transport.ts'

const show = (overrides: Partial<Answers> = {}) => mountInApp(Reconciliation, {}, fixtureTransport(overrides))
const words = (element: Element) => element.textContent.replace(/\s+/g, ' ').trim()
const differences = ({ target }: Mounted) => [
  ...target.querySelectorAll<HTMLElement>('ul[aria-label=Differences] > li'),
]
function press(within: Element, name: string): void {
  const button = [...within.querySelectorAll('button')].find((each) => words(each) === name)
  if (!button) throw new Error(`no button ${name} in ${words(within)}`)
  button.click()
}

test('each difference is shown with both figures and its exact amount', async () => {
  const screen = await show()
  expect(words(screen.find('.summary'))).toContain('2 differences')
  const [microsoft, dollars] = differences(screen).map(words)
  expect(microsoft).toMatch(/^Microsoft Corporation MSFT@XNGS Service 64 pcs Transactions 44 pcs Difference \+20 pcs/)
  expect(dollars).toMatch(/^Cash in USD Service 8,204\.19 USD Transactions 8,204\.185 USD Difference \+0\.005 USD/)
  await screen.end()
})

test('figures that agree are collapsed, and rounding is not listed as a difference', async () => {
  const screen = await show()
  const folded = [...screen.target.querySelectorAll('details > summary')].map(words)
  expect(folded).toEqual(['1 less likely cause', '1 differs by rounding only', '2 agree', '1 agrees'])
  expect([...screen.target.querySelectorAll<HTMLDetailsElement>('details')].some(({ open }) => open)).toBe(false)
  expect(differences(screen)).toHaveLength(2)
  expect(screen.text()).toContain('TRQD05:989213 agrees')
  await screen.end()
})

test('causes are ranked, and a click shows the transactions of a cause, each with a link', async () => {
  const screen = await show()
  const [microsoft] = differences(screen)
  expect([...microsoft!.querySelectorAll('ol')[0]!.children].map(words)).toEqual([
    'Missing transaction A transaction that adds 20 pieces of MSFT@XNGS is missing.',
    'Transaction listed twice A transaction is listed twice: the sale of 20 MSFT@XNGS on 5 Mar 2026 (row t3) and the sale of 20 MSFT@XNGS on 5 Mar 2026 (row t4). Show 2 transactions',
    'Held before the first transaction 20 pieces may have been held before the first transaction. There are no transactions of this instrument.',
  ])
  press(microsoft!, 'Show 2 transactions')
  await screen.settle()
  const requested = screen.sent('transactions.detail')
  expect(requested).toEqual([
    { accountId: '1900001', id: 't3' },
    { accountId: '1900001', id: 't4' },
  ])
  const rows = [...microsoft!.querySelectorAll('tbody tr')]
  expect(rows.map((row) => row.lastElementChild?.textContent.trim())).toEqual(['t3', 't4'])
  expect(rows[0]!.querySelector('a')?.getAttribute('href')).toMatch(
    /^#\/transactions\?account=1900001&period=\d+\.\.\d+/,
  )
  await screen.end()
})

test('an opening balance is suggested and saved, and the comparison is read again', async () => {
  const screen = await show()
  press(differences(screen)[0]!, 'Enter opening balance…')
  await screen.settle()
  const dialog = screen.find<HTMLDialogElement>('dialog')
  expect(words(dialog)).toContain('With 20 pcs the figures agree.')
  press(dialog, 'Use it')
  await screen.settle()
  press(dialog, 'Save')
  await screen.settle()
  expect(screen.sent('reconciliation.setOpening')).toEqual([
    { accountId: '1900001', symbol: 'MSFT@XNGS', currency: null, amount: '20' },
  ])
  expect(screen.sent('reconciliation.read')).toHaveLength(2)
  expect(dialog.open).toBe(false)
  await screen.end()
})

test('text that is not a number is not saved, and a failed save keeps the dialog open', async () => {
  const screen = await show({ 'reconciliation.setOpening': failing('internal', 'The journal is full.') })
  press(differences(screen)[1]!, 'Enter opening balance…')
  await screen.settle()
  const dialog = screen.find<HTMLDialogElement>('dialog')
  press(dialog, 'Save')
  await screen.settle()
  expect(words(screen.find('dialog [role=alert]'))).toBe('Enter a number, for example 250.5.')
  expect(screen.sent('reconciliation.setOpening')).toEqual([])
  press(dialog, 'Use it')
  await screen.settle()
  press(dialog, 'Save')
  await screen.settle()
  expect(words(screen.find('dialog [role=alert]'))).toBe('The journal is full.')
  expect(dialog.open).toBe(true)
  await screen.end()
})

test('an opening balance of the user is marked and can be removed', async () => {
  const screen = await show()
  const read = await screen.app.client.call('reconciliation.read', { accountId: null })
  const [account] = read
  const positions = account!.positions.map((each) => ({ ...each, opening: data.dec('5') }))
  await screen.end()
  const again = await show({ 'reconciliation.read': () => [{ ...account!, positions }] })
  const [microsoft] = differences(again)
  expect(words(microsoft!)).toContain('your opening balance 5 pcs is counted with the transactions.')
  expect(again.text()).toContain('2 agree, with your opening balance')
  press(microsoft!, 'Change opening balance…')
  await again.settle()
  press(again.find('dialog'), 'Remove')
  await again.settle()
  expect(again.sent('reconciliation.setOpening').at(-1)).toMatchObject({ symbol: 'MSFT@XNGS', amount: null })
  await again.end()
})

test('a history that is not loaded is not compared; the screen shows what is missing and loads it on request', async () => {
  const screen = await show({
    'reconciliation.read': () => partialReconciliations(fixtureNow),
    'transactions.coverage': () => [
      {
        accountId: '1900001',
        covered: [{ from: fixtureNow - 62 * data.day, to: fixtureNow }],
        gaps: [],
        beginsAt: fixtureNow - 100 * data.day,
        unreadable: [],
        missing: { count: 5, isTooMany: false, at: fixtureNow + 3_600_000 },
        isComplete: false,
      },
    ],
  })
  expect(differences(screen)).toEqual([])
  expect(screen.text()).toContain('History not loaded yet, 62% Loaded since')
  expect(screen.text()).toContain('5 not compared yet')
  expect(screen.text()).toMatch(
    /5 loaded transactions are missing in the last complete answers of the service They still count\. Those .* are left out\./,
  )
  expect(screen.text()).not.toContain('agree')
  press(screen.target, 'Load now')
  await screen.settle()
  expect(screen.sent('sync.now').at(-1)).toEqual({ job: 'history' })
  await screen.end()
})

test('when offline, missing history cannot be loaded, and earlier differences are still shown', async () => {
  const offline = await show({ ...offlineAnswers(), 'reconciliation.read': () => partialReconciliations(fixtureNow) })
  expect(offline.text()).toContain('It loads when the service can be reached.')
  expect(offline.find<HTMLButtonElement>('.notice button').disabled).toBe(true)
  await offline.end()
  const known = await show(offlineAnswers())
  expect(differences(known)).toHaveLength(2)
  await known.end()
})

test('privacy mode hides every amount, also in the words of causes', async () => {
  const screen = await show({ 'settings.read': () => ({ ...data.settings, hideAmounts: true }) })
  const html = screen.target.innerHTML.replace(/(?<=\d),(?=\d)/g, '')
  for (const amount of ['8204', '0.005', '64', '44', '120', '25110', '80.5', 'A purchase of 20'])
    expect(html).not.toContain(amount)
  expect(screen.text()).toContain('Transaction listed twice Show 2 transactions')
  await screen.end()
})

test('no accounts and a failed read have different messages, and a failed read can be repeated', async () => {
  const empty = await show(emptyAnswers)
  expect(empty.text()).toContain('No accounts loaded yet')
  await empty.end()
  const failed = await show(failingAnswers)
  expect(failed.text()).toContain('Could not compare the accounts The cache cannot be read.')
  press(failed.target, 'Try again')
  await failed.settle()
  expect(failed.sent('reconciliation.read')).toHaveLength(2)
  await failed.end()
})

test('a running calculation shows its progress', async () => {
  const screen = await show({ 'ledger.state': () => ({ phase: 'replaying', done: 40, total: 100 }) })
  expect(words(screen.find('.summary [role=status]'))).toBe('Calculating, 40%')
  await screen.end()
})
