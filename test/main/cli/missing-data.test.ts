import { expect, test } from 'vitest'
import { pack } from '#main/threads/packed-rows.ts'
import type { StoredRecord } from '#shared/model/app/service.ts'
import { accountId, daysAgo, now, symbol } from '../ledger/offline-profile.ts'
import { readRows, runInProcess } from './run-in-process.ts'
import { openStored } from './stored-profile.ts'

const cause = { code: 'refused', status: 400, reason: 'Invalid arguments:account_id', fields: [] } as const
const since = Date.UTC(2026, 2, 1, 9)
const record = (subject: string): StoredRecord => ({
  ...{ endpoint: 'getAsset', asked: 7, answered: 0, refused: 7, failed: 0, empty: 0, lastAnsweredAt: null },
  ...{ lastTrouble: { cause: { ...cause, fields: [] }, at: since }, absent: [], unreadable: [], unknownValues: [] },
  troubles: { [subject]: { cause: { ...cause, fields: [] }, since, lastAt: since, times: 7, period: null } },
})
const line =
  'Reference data (1 instrument): missing since 2026-03-01T09:00:00.000Z. The service refuses the request: “Invalid arguments:account_id”.'

test('a command that misses data says so beside its rows; a command that does not need it says nothing', async () => {
  const { dataDir, profile } = await openStored()
  profile.cache.serviceRecords.putAll([record(symbol)])
  const run = (command: string) => runInProcess([command, '--format', 'csv', '--data-dir', dataDir])
  const positions = await run('positions')
  expect(positions.errors).toContain(line)
  expect(positions.output).not.toContain('Invalid arguments')
  expect((await run('orders')).errors).toBe('')
})

test('data of an instrument that was only looked at is not missed', async () => {
  const { dataDir, profile } = await openStored()
  profile.cache.serviceRecords.putAll([record('LOOKED@AT')])
  const { errors } = await runInProcess(['positions', '--format', 'csv', '--data-dir', dataDir])
  expect(errors).toBe('')
})

test('health lists how the service answers at each endpoint', async () => {
  const { dataDir, profile } = await openStored()
  profile.cache.serviceRecords.putAll([record(symbol)])
  const rows = await readRows(['health', '--data-dir', dataDir])
  expect(rows.find(({ part, name }) => part === 'service' && name === 'getAsset')).toMatchObject({
    ...{ state: 'failed', count: 7 },
    words: expect.stringContaining('refused 7') as unknown,
  })
})

test('while the app runs, doctor lists what the app recorded, what does not work and what that costs', async () => {
  const { dataDir, profile } = await openStored()
  profile.cache.serviceRecords.putAll([record(symbol)])
  const { code, output, errors } = await runInProcess(['doctor', '--format', 'csv', '--data-dir', dataDir])
  expect(code).toBe(0)
  expect(errors).toContain('Tidemark is running')
  expect(output).toContain('getAsset,Reference data,trouble,')
  expect(output).toContain('Values of positions, totals and returns are unknown.')
})

test('a command that reads transactions says how many could not be read, and no other command does', async () => {
  const { dataDir, profile } = await openStored()
  const lost = [{ id: 'lost', at: daysAgo(10) }]
  const whole = { from: daysAgo(100), to: now + 1000, lost }
  await profile.cache.transactions.store(accountId, pack([]), now, whole)
  const run = (command: string) => runInProcess([command, '--format', 'csv', '--data-dir', dataDir])
  const day = new Date(daysAgo(10)).toISOString().slice(0, 10)
  const said = `Account ${accountId}: 1 transaction of ${day} could not be read.`
  for (const command of ['transactions', 'totals', 'income', 'performance', 'reconcile', 'health'])
    expect([command, (await run(command)).errors]).toEqual([command, expect.stringContaining(said)])
  expect((await run('orders')).errors).toBe('')
  await profile.cache.transactions.store(accountId, pack([]), now, { ...whole, lost: [] })
  expect((await run('totals')).errors).toBe('')
})

test('a command that reads transactions says how many of them the last answers lack, and what becomes of them', async () => {
  const { dataDir, profile } = await openStored()
  const { cache } = profile
  const interval = { from: daysAgo(100), to: now }
  const run = (command: string) => runInProcess([command, '--format', 'csv', '--data-dir', dataDir])
  const reading = { interval, isOfMany: false, since: now, readings: 1, countedAt: now, received: 2 }
  cache.missing.put(accountId, [{ id: '2', ...reading, dueAt: Date.UTC(2030, 0, 1) }])
  const said = `Account ${accountId}: 1 loaded transaction is missing in the last complete answers of the service. It still counts. If it is still missing after 2030-01-01T00:00:00.000Z, it is left out.`
  for (const command of ['totals', 'health']) expect((await run(command)).errors).toContain(said)
  expect((await run('orders')).errors).toBe('')
  cache.missingCounts.replace(accountId, interval, { count: 1_500, dueAt: Date.UTC(2031, 0, 1) }, () => 0)
  expect((await run('totals')).errors).toMatch(
    /: 1,?501 loaded transactions are missing.*leaves none of them out.* 2031-01-01/,
  )
})
