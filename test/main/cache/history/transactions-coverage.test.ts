import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCoverage } from '#main/cache/history/coverage.ts'
import { createTransactions } from '#main/cache/transactions/transactions.ts'
import { guardWrites } from '#main/sqlite/write-priority.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { runs } from '../../../runs.ts'
import { openTestCache } from '../open-cache.ts'
import { makeTransaction } from '../transactions/make-transactions.ts'
import { base, readAll } from '../transactions/rig.ts'

test('an interval is covered in the same transaction as its rows, or neither is stored', async () => {
  const db = openTestCache()
  const transactions = createTransactions(db)
  const coverage = createCoverage(db)
  await transactions.store('a', pack([makeTransaction('1', base)]), 1, { from: base, to: base + 1_000 })
  expect(coverage.list('a')).toEqual([{ from: base, to: base + 1_000 }])
  await transactions.store('a', pack([makeTransaction('2', base + 1_500)]), 1, null)
  expect(coverage.list('a')).toEqual([{ from: base, to: base + 1_000 }])

  db.exec(`CREATE TRIGGER breaks BEFORE INSERT ON coverage BEGIN SELECT raise(ABORT, 'broken'); END`)
  const row = makeTransaction('3', base + 2_000, {
    name: 'a name not seen before',
    category: 'a category not seen before',
  })
  await expect(transactions.store('a', pack([row]), 2, { from: base + 2_000, to: base + 3_000 })).rejects.toThrow(
    'broken',
  )
  expect(transactions.count('a')).toBe(2)
  expect(coverage.list('a')).toHaveLength(1)

  // The dictionary entries of the rolled-back batch do not exist, so the next batch must not use their keys.
  db.exec('DROP TRIGGER breaks')
  await transactions.store('a', pack([makeTransaction('4', base + 1, { name: 'other', category: 'OTHERS' })]), 3, null)
  await transactions.store('a', pack([row]), 3, null)
  expect(readAll(transactions, 'a', 10).find(({ id }) => id === '3')).toEqual(row)
})

test('a long page is stored in small transactions, and is covered only with its last rows', async () => {
  const db = openTestCache()
  const transactions = createTransactions(db)
  const coverage = createCoverage(db)
  const rows = Array.from({ length: 950 }, (_, i) => makeTransaction(`r${i}`, base + i * 1_000))
  const interval = { from: base, to: base + 950_000 }
  const seen: [number, number][] = []
  let isStored = false
  const stored = transactions.store('a', pack(rows.toReversed()), 1, interval).then((result) => {
    isStored = true
    return result
  })
  for (let poll = 0; poll < 1_000 && !isStored; poll++) {
    seen.push([transactions.count('a'), coverage.list('a').length])
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await stored).toEqual({ inserted: 950, updated: 0, setAside: 0 })
  expect(coverage.list('a')).toEqual([interval])
  const partial = seen.filter(([count]) => count > 0 && count < 950)
  expect(partial.length).toBeGreaterThan(1)
  expect(partial.every(([, covered]) => covered === 0)).toBe(true)
})

test('a transaction ends early for a waiting writer, and the next one continues after its last row', async () => {
  const db = openTestCache()
  const coverage = createCoverage(db)
  let readCount = 0
  const coveredAtWait: number[] = []
  guardWrites(db, (run) => {
    coveredAtWait.push(coverage.list('a').length)
    return run()
  })
  const transactions = createTransactions(db, null, 1_000, { isWanted: () => (readCount += 1) % 2 === 0 })
  const rows = Array.from({ length: 500 }, (_, i) => makeTransaction(`r${i}`, base + i * 1_000))
  const result = await transactions.store('a', pack(rows), 1, { from: base, to: base + 500_000 })
  expect(result).toEqual({ inserted: 500, updated: 0, setAside: 0 })
  expect(coveredAtWait.length).toBeGreaterThan(5)
  expect(Math.max(...coveredAtWait)).toBe(0)
  expect(coverage.list('a')).toEqual([{ from: base, to: base + 500_000 }])
  expect(readAll(transactions, 'a', 200).map(({ id }) => id)).toEqual(rows.toReversed().map(({ id }) => id))
})

test('coverage merges intervals that overlap or touch, per account', () => {
  const db = openTestCache()
  const coverage = createCoverage(db)
  for (const [from, to] of [
    [10, 20],
    [30, 40],
    [50, 60],
    [20, 30],
    [5, 6],
    [7, 7],
    [9, 2],
  ] as const)
    coverage.cover('a', from, to)
  coverage.cover('b', 0, 100)
  expect(coverage.list('a')).toEqual([
    { from: 5, to: 6 },
    { from: 10, to: 40 },
    { from: 50, to: 60 },
  ])
  coverage.cover('a', 0, 55)
  expect(coverage.list('a')).toEqual([{ from: 0, to: 60 }])
  expect(coverage.list('unknown')).toEqual([])
})

test('coverage equals the set of instants that were covered', () => {
  const interval = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 12 }))
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 12 }), (intervals) => {
      const db = openTestCache()
      const coverage = createCoverage(db)
      const moments = new Set<number>()
      for (const [from, length] of intervals) {
        coverage.cover('a', from, from + length)
        for (let moment = from; moment < from + length; moment++) moments.add(moment)
      }
      const list = coverage.list('a')
      db.close()
      const listed = list.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i))
      expect(listed).toEqual([...moments].sort((a, b) => a - b))
      for (const [index, { from }] of list.entries()) expect(from).toBeGreaterThan(list[index - 1]?.to ?? -1)
    }),
    { numRuns: runs(60) },
  )
})
