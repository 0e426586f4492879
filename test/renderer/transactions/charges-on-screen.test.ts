import { expect, test } from 'vitest'
import type { LinkedRow, TransactionCharges } from '#shared/model/ledger/charges.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { dec } from '../fixtures/data.ts'
import { TransactionStore } from '../fixtures/transaction-store.ts'
import { transactionRows } from '../fixtures/transactions.ts'
import { requested, mounted, now, press, show } from './transactions-screen.ts'

const noCharges: TransactionCharges = {
  ...{ owner: null, charges: [], possible: [], rowCount: 0, money: null, isLoaded: true },
}
const linked = (id: string, kind: TransactionKind, amount: string, symbol = ''): LinkedRow => ({
  ...{ id, at: now, kind, name: '', symbol },
  money: { currency: 'RUB', amount: dec(amount) },
})

function rowOf(kind: TransactionKind) {
  const row = transactionRows(200, now).find((each) => each.kind === kind)
  if (row === undefined) throw new Error(`no row of the kind ${kind}`)
  return row
}

/** Opens the newest row of a kind with these charges. */
async function open(kind: TransactionKind, charges: Partial<TransactionCharges>): Promise<() => string> {
  const row = rowOf(kind)
  await show(new TransactionStore([row]), { 'charges.read': () => ({ ...noCharges, ...charges }) })
  await press('Enter')
  expect(requested('charges.read')).toEqual([{ accountId: row.accountId, id: row.transaction.id }])
  return () => mounted.find('dl').textContent.replace(/\s+/g, ' ')
}

test('a commission shows its trade as a link', async () => {
  const text = await open('commission', {
    owner: { kind: 'row', rows: [linked('7', 'buy', '-100', 'SBER@MISX')] },
  })
  expect(text()).toMatch(/Belongs to Buy SBER@MISX, /)
  const href = mounted.find('dd li a').getAttribute('href') ?? ''
  expect(href).toContain('symbol=SBER%40MISX')
})

test('an ambiguous charge names all matching rows; a charge without a matching row belongs to the account', async () => {
  const rows = [linked('7', 'buy', '-100', 'SBER@MISX'), linked('8', 'buy', '-100', 'GAZP@MISX')]
  const text = await open('commission', { owner: { kind: 'ambiguous', rows } })
  expect(text()).toMatch(/one of these 2; it is not known which: Buy SBER@MISX.*Buy GAZP@MISX/)
  await mounted.end()
  expect((await open('commission', { owner: { kind: 'account', rows: [] } }))()).toContain(
    'Belongs to the account: no trade or payment near it fits',
  )
})

test('a trade shows its charges and the net amount after them', async () => {
  const text = await open('buy', {
    charges: [linked('9', 'commission', '-0.9')],
    rowCount: 3,
    money: { currency: 'RUB', gross: dec('-300'), fees: dec('0.9'), taxes: dec('0'), net: dec('-300.9') },
  })
  expect(text()).toMatch(/Charges of all 3 fills of its order Commission, .*0\.90 RUB/)
  expect(text()).toMatch(/Net .300\.90 RUB for all 3 fills/)
})

test('while a charge may belong to another row, the net amount is unknown and the reason is shown', async () => {
  const text = await open('buy', {
    possible: [linked('9', 'commission', '-0.9')],
    money: { currency: 'RUB', gross: dec('-300'), fees: dec('0'), taxes: dec('0'), net: null },
  })
  expect(text()).toContain('Charges none found that certainly belong to it')
  expect(text()).toMatch(/Perhaps also of this transaction or of others; it is not known which Commission/)
  expect(text()).toContain('Net — while a charge may belong to other transactions')
})

test('while rows near a trade are not loaded, no charge is attributed to it', async () => {
  expect((await open('buy', { isLoaded: false }))()).toContain('Charges — a part of the history near it is not loaded')
})

test('a deposit has no charges', async () => {
  await show(new TransactionStore([rowOf('deposit')]))
  await press('Enter')
  expect(mounted.find('dl').textContent).not.toContain('Charges')
  expect(requested('charges.read')).toEqual([])
})
