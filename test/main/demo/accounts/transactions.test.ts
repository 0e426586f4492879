import { expect, test } from 'vitest'
import { z } from 'zod'
import { dayMs } from '#shared/durations.ts'
import { mondayNoon, startDemo, type DemoClient } from '../demo-client.ts'
import { transaction } from '../wire-schemas.ts'

const text = (at: number) => new Date(at).toISOString()
const read = async ({ get }: DemoClient, account: string, query = '') =>
  z.array(transaction).parse((await get(`/v1/accounts/${account}/transactions${query}`)).transactions)
const list = (client: DemoClient, from: number, to: number, account = '1900001', limit = '') =>
  read(client, account, `?interval.start_time=${text(from)}&interval.end_time=${text(to)}${limit}`)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('a small demo has some hundreds of transactions, a typical one twenty thousand, with unique ids', async () => {
  const small = await startDemo({ transactionCap: 1e6 })
  const rows = await read(small, '1900001')
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.length).toBeLessThan(500)
  const typical = await startDemo({ size: 'typical', transactionCap: 1e6 })
  const many = (await Promise.all(typical.demo.accounts.ids.map((id) => read(typical, id)))).flat()
  expect(many.length).toBeGreaterThan(17_000)
  expect(many.length).toBeLessThan(24_000)
  expect(new Set(ids(many)).size).toBe(many.length)
})

test('a whale demo has about a million transactions, estimated from sampled days', async () => {
  const client = await startDemo({ size: 'whale', transactionCap: 1e6 })
  const opened = Date.UTC(2019, 6, 15)
  const weeks = Math.floor((mondayNoon - opened) / (7 * dayMs))
  let sampled = 0
  for (let week = 0; week < weeks; week += 40)
    sampled += (await list(client, opened + week * 7 * dayMs, opened + (week + 1) * 7 * dayMs)).length
  const estimate = (sampled / Math.ceil(weeks / 40)) * weeks
  expect(estimate).toBeGreaterThan(780_000)
  expect(estimate).toBeLessThan(1_000_000)
})

test('an interval of the whale demo has the same rows when it is read in one part or in several', async () => {
  const client = await startDemo({ size: 'whale', transactionCap: 1e6 })
  const from = Date.UTC(2022, 4, 10, 3)
  const to = from + 6 * dayMs
  const whole = await list(client, from, to)
  expect(whole.length).toBeGreaterThan(1500)
  const parts: z.infer<typeof transaction>[] = []
  const stepMs = 7 * 3_600_000 + 1000
  for (let start = from; start < to; start += stepMs)
    parts.push(...(await list(client, start, Math.min(to, start + stepMs))))
  expect(ids(parts).sort()).toEqual(ids(whole).sort())
})

test('the start of an interval is inclusive and its end exclusive', async () => {
  const client = await startDemo({ size: 'typical' })
  const rows = await list(client, Date.UTC(2026, 1, 1), Date.UTC(2026, 2, 1))
  const at = Date.parse(rows[5]!.timestamp)
  expect(ids(await list(client, at, at + 1000))).toContain(rows[5]!.id)
  expect(ids(await list(client, at - 1000, at))).not.toContain(rows[5]!.id)
  expect(await list(client, at, at)).toEqual([])
})

test('a response is silently truncated at the cap and at the limit', async () => {
  const client = await startDemo({ size: 'typical', transactionCap: 50 })
  expect(await read(client, '1900001')).toHaveLength(50)
  expect(await list(client, 0, mondayNoon, '1900001', '&limit=1000')).toHaveLength(50)
  expect(await list(client, 0, mondayNoon, '1900001', '&limit=7')).toHaveLength(7)
})

test('an untruncated response has the same rows in every order', async () => {
  const times = async (transactionOrder: 'newest-first' | 'oldest-first' | 'shuffled') => {
    const client = await startDemo({ size: 'typical', transactionOrder })
    const rows = await list(client, Date.UTC(2026, 0, 1), Date.UTC(2026, 2, 1))
    return { ids: ids(rows).sort(), times: rows.map(({ timestamp }) => timestamp) }
  }
  const [newest, oldest, shuffled] = [await times('newest-first'), await times('oldest-first'), await times('shuffled')]
  expect(newest.times).toEqual([...newest.times].sort().reverse())
  expect(oldest.times).toEqual([...oldest.times].sort())
  expect(shuffled.times).not.toEqual(newest.times)
  expect(shuffled.times).not.toEqual(oldest.times)
  expect([oldest.ids, shuffled.ids]).toEqual([newest.ids, newest.ids])
})

test('the demo has all categories, Cyrillic names, trades with accrued interest, equal rows, and many rows in one second', async () => {
  const client = await startDemo({ size: 'typical', transactionCap: 1e6 })
  const rows = await read(client, '1900001')
  expect([...new Set(rows.map((row) => row.transaction_category))].sort()).toEqual([
    'COMMISSION',
    'CONTRACT_TERMINATION',
    'DEPOSIT',
    'FINE',
    'INCOME',
    'INHERITANCE',
    'LOAN',
    'OTHERS',
    'OUTCOMES',
    'TAX',
    'TRANSFER',
    'WITHDRAW',
  ])
  expect(rows.every((row) => /[а-я]/.test(row.transaction_name) && row.category === row.transaction_category)).toBe(
    true,
  )
  expect(rows.some((row) => Number(row.trade?.accrued_interest.value) > 0)).toBe(true)
  const contents = rows.map(({ id: _, ...content }) => JSON.stringify(content))
  expect(contents.length - new Set(contents).size).toBeGreaterThan(100)
  expect(rows.length - new Set(rows.map(({ timestamp }) => timestamp)).size).toBeGreaterThan(1000)
})

test('future transactions are not listed, and the current day grows', async () => {
  const client = await startDemo({ size: 'whale', transactionCap: 1e6 })
  const today = async () => list(client, mondayNoon - 9 * 3_600_000, mondayNoon + 15 * 3_600_000)
  const before = await today()
  expect(Math.max(...before.map(({ timestamp }) => Date.parse(timestamp)))).toBeLessThanOrEqual(mondayNoon)
  await client.clock.advance(3_600_000)
  const after = await today()
  expect(after.length).toBeGreaterThan(before.length)
  expect(ids(after)).toEqual(expect.arrayContaining(ids(before)))
})
