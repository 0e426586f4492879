import { expect, test } from 'vitest'
import { z } from 'zod'
import { dayMs } from '../../../src/main/demo/day.ts'
import { mondayNoon, visit, type Visit } from './visit.ts'
import { transaction } from './wire-schemas.ts'

const text = (at: number) => new Date(at).toISOString()
const read = async ({ get }: Visit, account: string, query = '') =>
  z.array(transaction).parse((await get(`/v1/accounts/${account}/transactions${query}`)).transactions)
const list = (visitor: Visit, from: number, to: number, account = '1900001', limit = '') =>
  read(visitor, account, `?interval.start_time=${text(from)}&interval.end_time=${text(to)}${limit}`)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('a small account has some hundreds, the typical accounts twenty thousand, each with an id of its own', async () => {
  const small = await visit({ transactionCap: 1e6 })
  const rows = await read(small, '1900001')
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.length).toBeLessThan(500)
  const typical = await visit({ size: 'typical', transactionCap: 1e6 })
  const many = (await Promise.all(typical.demo.accounts.ids.map((id) => read(typical, id)))).flat()
  expect(many.length).toBeGreaterThan(17_000)
  expect(many.length).toBeLessThan(24_000)
  expect(new Set(ids(many)).size).toBe(many.length)
})

test('the whale has about a million, counted by sampling its days', async () => {
  const visitor = await visit({ size: 'whale', transactionCap: 1e6 })
  const opened = Date.UTC(2019, 6, 15)
  const weeks = Math.floor((mondayNoon - opened) / (7 * dayMs))
  let sampled = 0
  for (let week = 0; week < weeks; week += 40)
    sampled += (await list(visitor, opened + week * 7 * dayMs, opened + (week + 1) * 7 * dayMs)).length
  const estimate = (sampled / Math.ceil(weeks / 40)) * weeks
  expect(estimate).toBeGreaterThan(780_000)
  expect(estimate).toBeLessThan(1_000_000)
})

test('an interval of the whale is the same whether asked at once or in parts', async () => {
  const visitor = await visit({ size: 'whale', transactionCap: 1e6 })
  const from = Date.UTC(2022, 4, 10, 3)
  const to = from + 6 * dayMs
  const whole = await list(visitor, from, to)
  expect(whole.length).toBeGreaterThan(1500)
  const parts: z.infer<typeof transaction>[] = []
  const stepMs = 7 * 3_600_000 + 1000
  for (let start = from; start < to; start += stepMs)
    parts.push(...(await list(visitor, start, Math.min(to, start + stepMs))))
  expect(ids(parts).sort()).toEqual(ids(whole).sort())
})

test('the start of an interval is inclusive and its end exclusive', async () => {
  const visitor = await visit({ size: 'typical' })
  const rows = await list(visitor, Date.UTC(2026, 1, 1), Date.UTC(2026, 2, 1))
  const at = Date.parse(rows[5]!.timestamp)
  expect(ids(await list(visitor, at, at + 1000))).toContain(rows[5]!.id)
  expect(ids(await list(visitor, at - 1000, at))).not.toContain(rows[5]!.id)
  expect(await list(visitor, at, at)).toEqual([])
})

test('an answer is cut off at the cap without a word, and at the limit', async () => {
  const visitor = await visit({ size: 'typical', transactionCap: 50 })
  expect(await read(visitor, '1900001')).toHaveLength(50)
  expect(await list(visitor, 0, mondayNoon, '1900001', '&limit=1000')).toHaveLength(50)
  expect(await list(visitor, 0, mondayNoon, '1900001', '&limit=7')).toHaveLength(7)
})

test('the order is newest first, oldest first or none, and always covers the same rows where nothing is cut', async () => {
  const times = async (transactionOrder: 'newest-first' | 'oldest-first' | 'shuffled') => {
    const visitor = await visit({ size: 'typical', transactionOrder })
    const rows = await list(visitor, Date.UTC(2026, 0, 1), Date.UTC(2026, 2, 1))
    return { ids: ids(rows).sort(), times: rows.map(({ timestamp }) => timestamp) }
  }
  const [newest, oldest, shuffled] = [await times('newest-first'), await times('oldest-first'), await times('shuffled')]
  expect(newest.times).toEqual([...newest.times].sort().reverse())
  expect(oldest.times).toEqual([...oldest.times].sort())
  expect(shuffled.times).not.toEqual(newest.times)
  expect(shuffled.times).not.toEqual(oldest.times)
  expect([oldest.ids, shuffled.ids]).toEqual([newest.ids, newest.ids])
})

test('there is every category, Cyrillic names, trades with interest, twins, and crowded seconds', async () => {
  const visitor = await visit({ size: 'typical', transactionCap: 1e6 })
  const rows = await read(visitor, '1900001')
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

test('nothing of the future is told, and the day in progress grows', async () => {
  const visitor = await visit({ size: 'whale', transactionCap: 1e6 })
  const today = async () => list(visitor, mondayNoon - 9 * 3_600_000, mondayNoon + 15 * 3_600_000)
  const before = await today()
  expect(Math.max(...before.map(({ timestamp }) => Date.parse(timestamp)))).toBeLessThanOrEqual(mondayNoon)
  await visitor.clock.advance(3_600_000)
  const after = await today()
  expect(after.length).toBeGreaterThan(before.length)
  expect(ids(after)).toEqual(expect.arrayContaining(ids(before)))
})
