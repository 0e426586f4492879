import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNewestFirst, type Interval, type Reading } from '../../../src/main/sync/split-interval.ts'

interface Row {
  readonly id: number
  readonly at: number
}

/** A service that cuts long answers at `cap` without a word, in an order of its own, whose end may be inclusive. */
function serve(rows: readonly Row[], { cap = Infinity, endIsInclusive = false, unreadable = 0 } = {}) {
  const asked: Interval[] = []
  const ask = (limit: number) => async (interval: Interval) => {
    asked.push(interval)
    const inside = rows.filter(
      ({ at }) => at >= interval.from && (at < interval.to || (endIsInclusive && at === interval.to)),
    )
    const sent = inside
      .toSorted((a, b) => ((a.id * 7919) % 1009) - ((b.id * 7919) % 1009))
      .slice(0, Math.min(limit, cap))
    const readable = sent.filter(({ id }) => unreadable === 0 || id % unreadable !== 0)
    return { rows: readable, received: sent.length }
  }
  return { asked, ask }
}

async function collect<T>(readings: AsyncGenerator<Reading<T>>): Promise<Reading<T>[]> {
  const all: Reading<T>[] = []
  for await (const reading of readings) {
    all.push(reading)
    if (all.length > 100_000) throw new Error('it does not end')
  }
  return all
}

/** Rows spread over minutes with bursts within one second. */
const anyRows = fc
  .array(fc.record({ second: fc.nat(3_600), burst: fc.constantFrom(1, 1, 1, 2, 40) }), { maxLength: 60 })
  .map((groups) =>
    groups
      .flatMap(({ second, burst }) => Array.from({ length: burst }, () => second * 1_000))
      .map((at, id): Row => ({ id, at })),
  )

test('a short answer is read with one question', async () => {
  const service = serve([{ id: 1, at: 5_000 }])
  const readings = await collect(readNewestFirst({ from: 0, to: 100_000 }, 10, service.ask(10)))
  expect(readings).toEqual([{ interval: { from: 0, to: 100_000 }, rows: [{ id: 1, at: 5_000 }], isWhole: true }])
  expect(service.asked).toHaveLength(1)
})

test('whatever the service holds, all is read or its second is named as not whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyRows,
      fc.integer({ min: 1, max: 30 }),
      fc.boolean(),
      fc.nat(999),
      async (rows, limit, endIsInclusive, ms) => {
        const service = serve(rows, { endIsInclusive })
        const whole = { from: 0, to: 3_600_000 + ms }
        const readings = await collect(readNewestFirst(whole, limit, service.ask(limit)))

        // Newest first, without hole or overlap.
        expect(readings[0]?.interval.to).toBe(whole.to)
        expect(readings.at(-1)?.interval.from).toBe(whole.from)
        readings.forEach(({ interval }, i) => i > 0 && expect(interval.to).toBe(readings[i - 1]?.interval.from))

        const read = new Set(readings.flatMap((reading) => reading.rows.map(({ id }) => id)))
        for (const row of rows.filter(({ at }) => at < whole.to)) {
          const covering = readings.find(({ interval }) => interval.from <= row.at && row.at < interval.to)
          if (covering?.isWhole) expect(read.has(row.id)).toBe(true)
        }
        for (const { interval, isWhole } of readings)
          if (!isWhole) expect(interval.to - interval.from).toBeLessThan(2_000)
        // At most a split a level for each full answer.
        expect(service.asked.length).toBeLessThanOrEqual(
          1 + 2 * 13 * Math.ceil((rows.length * (endIsInclusive ? 2 : 1)) / limit + 1),
        )
      },
    ),
    { numRuns: 200 },
  )
})

test('a cap of the service below our limit is found out, not believed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 50, max: 120 }), fc.integer({ min: 0, max: 600 }), async (cap, count) => {
      const rows = Array.from({ length: count }, (_, id): Row => ({ id, at: id * 7_000 }))
      const readings = await collect(
        readNewestFirst({ from: 0, to: 7_000_000 }, 1_000, serve(rows, { cap }).ask(1_000)),
      )
      expect(readings.flatMap((reading) => reading.rows)).toHaveLength(count)
      expect(readings.every(({ isWhole }) => isWhole)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('once a longer answer was seen, a shorter one is read with one question', async () => {
  const lengths = { longest: 0 }
  const rows = Array.from({ length: 300 }, (_, id): Row => ({ id, at: id * 1_000 }))
  const service = serve(rows)
  await collect(readNewestFirst({ from: 0, to: 300_000 }, 1_000, service.ask(1_000), lengths))
  expect(lengths.longest).toBe(300)
  service.asked.length = 0
  await collect(readNewestFirst({ from: 100_000, to: 300_000 }, 1_000, service.ask(1_000), lengths))
  expect(service.asked).toHaveLength(1)
})

test('rows that could not be read count towards the limit', async () => {
  const rows = Array.from({ length: 20 }, (_, id): Row => ({ id, at: id * 1_000 }))
  const service = serve(rows, { unreadable: 2 })
  const readings = await collect(readNewestFirst({ from: 0, to: 20_000 }, 10, service.ask(10)))
  expect(readings.flatMap((reading) => reading.rows.map(({ id }) => id)).toSorted((a, b) => a - b)).toEqual(
    rows.map(({ id }) => id).filter((id) => id % 2 !== 0),
  )
  expect(readings.length).toBeGreaterThan(1)
})

test('twins with different ids in one second are all read', async () => {
  const rows = [1, 2, 3].map((id): Row => ({ id, at: 4_000 }))
  const readings = await collect(readNewestFirst({ from: 0, to: 60_000 }, 4, serve(rows).ask(4)))
  expect(readings.flatMap((reading) => reading.rows)).toHaveLength(3)
})

test('a second fuller than the limit is named, and ends the halving', async () => {
  const rows = Array.from({ length: 9 }, (_, id): Row => ({ id, at: 42_000 }))
  const service = serve(rows)
  const readings = await collect(readNewestFirst({ from: 0, to: 30 * 86_400_000 }, 5, service.ask(5)))
  expect(readings.filter(({ isWhole }) => !isWhole).map(({ interval }) => interval)).toEqual([
    { from: 42_000, to: 43_000 },
  ])
  expect(service.asked.length).toBeLessThan(2 * 23)
})

test('what the asking throws ends the reading, and what was read before stands', async () => {
  const rows = Array.from({ length: 20 }, (_, id): Row => ({ id, at: id * 1_000 }))
  const { asked, ask } = serve(rows)
  const seen: Reading<Row>[] = []
  const reading = (async () => {
    for await (const one of readNewestFirst({ from: 0, to: 20_000 }, 10, async (interval) => {
      if (asked.length === 4) throw new Error('gone')
      return ask(10)(interval)
    })) {
      seen.push(one)
    }
  })()
  await expect(reading).rejects.toThrow('gone')
  expect(seen.length).toBeGreaterThan(0)
  expect(seen[0]?.interval.to).toBe(20_000)
})
