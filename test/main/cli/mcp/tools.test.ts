import { expect, test } from 'vitest'
import { allCommands } from '#main/cli/commands/all-commands.ts'
import { allTools } from '#main/cli/mcp/tools/all-tools.ts'
import { accountId, symbol } from '../../ledger/offline-profile.ts'
import { hashFiles } from '../files.ts'
import { history } from '../stored-profile.ts'
import { openAssistant, useAssistant } from './open-assistant.ts'

const allow = useAssistant()

/** The required arguments of a tool. */
const needed: Readonly<Record<string, Record<string, unknown>>> = { past_day: { date: '2026-01-15' } }

test('each tool is listed as read-only with schemas, and its answer matches its schema', async () => {
  const { assistant, callTool, errors } = await allow()
  const { tools } = await assistant.listTools()
  expect(tools.map(({ name }) => name)).toEqual(allTools.map(({ name }) => name))
  for (const { name, annotations, inputSchema, outputSchema } of tools) {
    expect(annotations).toMatchObject({
      ...{ readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    })
    expect([name, inputSchema.type, outputSchema?.type]).toEqual([name, 'object', 'object'])
    // The client checks structured content against the schema of the tool.
    expect([name, await callTool(name, needed[name])]).toEqual([name, expect.objectContaining({ amounts: 'shown' })])
  }
  expect(errors.join('')).toBe('')
})

test('there is a tool for each command that reads', () => {
  const names = allTools.map(({ name }) => name)
  const commands = allCommands.map(({ name }) => name).filter((name) => !['export', 'mirror', 'doctor'].includes(name))
  expect(commands.filter((name) => !names.includes(name))).toEqual([])
})

test('a tool returns the same digits as the window', async () => {
  const { callTool, client } = await allow()
  const [position] = await client.call('positions.list', { accountId: null })
  const [account] = await client.call('accounts.list')
  const totals = await client.call('transactions.totals', { filter: { conditions: [], text: '' } })
  expect((await callTool('positions'))['rows']).toMatchObject([
    {
      symbol,
      quantity: '6',
      value: position?.value,
      unrealizedPnl: position?.unrealizedPnl,
      valueNote: 'Quantity × price',
    },
  ])
  expect((await callTool('accounts'))['rows']).toMatchObject([
    { id: accountId, equity: account?.equity, cash: account?.cash },
  ])
  expect((await callTool('totals'))['totals']).toMatchObject({ count: 3, byCurrency: totals.byCurrency })
  expect((await callTool('reconcile'))['rows']).toMatchObject([
    { accountId, positions: [{ symbol, stated: '6', replayed: '6', difference: '0' }], cash: [{ replayed: '959.5' }] },
  ])
})

test('transactions are found by the filter of the app, and read page by page by a cursor', async () => {
  const { callTool, assistant } = await allow()
  const first = await callTool('transactions', { limit: 2, order: 'oldest' })
  const second = await callTool('transactions', { limit: 2, order: 'oldest', cursor: first['next'] })
  const ids = [first, second].map(({ rows }) => rows as { transaction: { id: string; at: string } }[])
  expect(ids.map((rows) => rows.map(({ transaction }) => transaction.id))).toEqual([['1', '2'], ['3']])
  expect(second['next']).toBeNull()
  expect(ids[0]?.[0]?.transaction.at).toBe(new Date(history[0]!.at).toISOString())
  expect((await callTool('transactions', { not_kind: ['deposit'], min: '1' }))['rows']).toMatchObject([
    { transaction: { id: '3' } },
  ])
  const { isError, content } = await assistant.callTool({ name: 'transactions', arguments: { from: 'yesterday' } })
  expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('from is a date as 2026-03-31')])
})

test('an argument that a tool does not know is refused', async () => {
  const { assistant } = await allow()
  const { isError } = await assistant.callTool({ name: 'orders', arguments: { cancel: true } })
  expect(isError).toBe(true)
})

test('answering changes no file of the profile except the log of calls', async () => {
  const { callTool, dataDir, close } = await openAssistant()
  await close()
  const before = hashFiles(dataDir)
  for (const { name } of allTools) await callTool(name, needed[name])
  const after = hashFiles(dataDir)
  for (const [path, hash] of before) expect([path, after.get(path)]).toEqual([path, hash])
  const added = [...after.keys()].filter((path) => !before.has(path) && !/\.sqlite-(shm|wal)$/.test(path))
  expect(added).toEqual([expect.stringMatching(/assistants\.log$/)])
})

test('an answer names the data that the service does not give, and health lists how it answers', async () => {
  const { callTool, profile } = await openAssistant()
  expect((await callTool('positions'))['missing']).toEqual([])
  const since = Date.UTC(2026, 2, 1, 9)
  const cause = { code: 'refused' as const, status: 400, reason: 'Invalid arguments:account_id', fields: [] }
  profile.cache.serviceRecords.putAll([
    {
      ...{ endpoint: 'getAsset', asked: 7, answered: 0, refused: 7, failed: 0, empty: 0, lastAnsweredAt: null },
      ...{ lastTrouble: { cause, at: since }, absent: [], unreadable: [], unknownValues: [] },
      troubles: { [symbol]: { cause, since, lastAt: since, times: 7, period: null } },
    },
  ])
  expect((await callTool('positions'))['missing']).toEqual([
    'Reference data (1 instrument): missing since 2026-03-01T09:00:00.000Z. The service refuses the request: “Invalid arguments:account_id”.',
  ])
  const { service } = await callTool('health')
  expect(service).toMatchObject([{ endpoint: 'getAsset', refused: 7, lastTrouble: { cause } }])
  expect(JSON.stringify(service)).not.toContain(symbol)
})
