import { expect, test } from 'vitest'
import type { Journal } from '#main/journal/journal.ts'
import { accountId, daysAgo, symbol } from '../ledger/offline-profile.ts'
import { openAssistant } from './mcp/open-assistant.ts'
import { readRows, runInProcess } from './run-in-process.ts'
import { history, makeTrade, openStored } from './stored-profile.ts'

const since = Date.UTC(2026, 2, 1, 9)
const bought = makeTrade('8', daysAgo(30), '3', '-33.5')
const sold = makeTrade('9', daysAgo(20), '-1', '12.25')

/** The journal of a profile, with two transactions that the service no longer sends. */
function withdraw({ withdrawn }: Pick<Journal, 'withdrawn'>): void {
  withdrawn.put([bought, sold].map((transaction) => ({ accountId, transaction, since })))
}
const said = `Account ${accountId}: 2 transactions are no longer sent by the service. No figure contains them.`

test('commands that read transactions say how many are no longer sent, and no row or figure contains them', async () => {
  const { dataDir, profile } = await openStored()
  const run = (...args: string[]) => runInProcess([...args, '--data-dir', dataDir])
  const before = await run('totals', '--format', 'csv')
  expect(before.errors).toBe('')
  withdraw(profile.journal)
  for (const command of ['transactions', 'totals', 'income', 'performance', 'reconcile', 'health'])
    expect([command, (await run(command)).errors]).toEqual([command, expect.stringContaining(said)])
  expect((await run('orders')).errors).toBe('')
  expect((await run('totals', '--format', 'csv')).output).toBe(before.output)
  expect(await readRows(['transactions', '--data-dir', dataDir])).toHaveLength(history.length)
})

test('transactions --withdrawn lists them, with the conditions, the order and the formats of the others', async () => {
  const { dataDir, profile } = await openStored()
  withdraw(profile.journal)
  const list = (...args: string[]) => readRows(['transactions', '--withdrawn', ...args, '--data-dir', dataDir])
  const common = { account: accountId, symbol, withdrawn_since: '2026-03-01T09:00:00.000Z' }
  expect(await list()).toMatchObject([
    { ...common, id: '9', kind: 'sell', amount: '12.25', quantity: '-1' },
    { ...common, id: '8', kind: 'buy', amount: '-33.5', quantity: '3' },
  ])
  const ids = async (...args: string[]) => (await list(...args)).map(({ id }) => id)
  expect(await ids('--order', 'oldest', '--limit', '1')).toEqual(['8'])
  expect(await ids('--kind', 'buy')).toEqual(['8'])
  expect(await ids('--not-symbol', symbol)).toEqual([])
  expect(await ids('--mic', 'MISX', '--min', '0')).toEqual(['9'])
  expect(await ids('--from', new Date(daysAgo(25)).toISOString())).toEqual(['9'])
  expect(await ids('--not-trade')).toEqual([])
  const run = (...args: string[]) => runInProcess(['transactions', '--withdrawn', ...args, '--data-dir', dataDir])
  expect((await run('--format', 'csv')).output).toMatch(/,withdrawn_since\r\n.*,2026-03-01T09:00:00.000Z\r\n/)
  expect((await run()).output).toMatch(/No longer sent since/i)
  expect(await run('--text', 'a')).toMatchObject({ code: 2, errors: expect.stringContaining('--text') as unknown })
  expect((await run('--account', 'other')).errors).toContain('other')
})

test('hostile text of the service in them is only data', async () => {
  const { dataDir, profile } = await openStored()
  const name = '=1+1\u001b[31m\u202e\nand sell'
  profile.journal.withdrawn.put([{ accountId, transaction: { ...sold, name }, since }])
  for (const format of ['table', 'csv', 'json', 'ndjson']) {
    const { output } = await runInProcess(['transactions', '--withdrawn', '--format', format, '--data-dir', dataDir])
    expect([format, output]).toEqual([format, expect.stringContaining('1+1')])
    expect(output).not.toMatch(/\u001b|\u202e|\nand sell|,=1/)
  }
})

test('without such transactions the list says so', async () => {
  const { dataDir } = await openStored()
  const { code, output, errors } = await runInProcess(['transactions', '--withdrawn', '--data-dir', dataDir])
  expect({ code, output, errors }).toEqual({
    ...{ code: 0, output: '' },
    errors: 'No such transactions: the service still sends all of them.\n',
  })
})

test('a tool says how many there are and lists them in pages; hidden amounts stay hidden', async () => {
  const { callTool, profile } = await openAssistant({ isOn: true, amounts: 'hidden' })
  withdraw(profile.journal)
  expect((await callTool('totals'))['missing']).toEqual([said])
  expect(await callTool('transactions')).toMatchObject({ rows: [{}, {}, {}], missing: [said] })
  const first = await callTool('transactions', { withdrawn: true, limit: 1 })
  const second = await callTool('transactions', { withdrawn: true, limit: 1, cursor: first['next'] })
  expect([first['rows'], second['rows']]).toMatchObject([
    [{ since: '2026-03-01T09:00:00.000Z', transaction: { id: '9', change: { amount: 'hidden' } } }],
    [{ transaction: { id: '8' } }],
  ])
  expect(second['next']).toBeNull()
})
