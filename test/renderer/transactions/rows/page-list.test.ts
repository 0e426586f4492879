import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PageList } from '#renderer/transactions/rows/page-list.ts'
import type { Cut, Page, ReadPage, Side } from '#renderer/transactions/rows/row-source.ts'

/** A cut in the list: the numbers from `number` up are above it. */
const cutAt = (number: number, rank: number): Cut => ({
  rank,
  cursors: { below: String(number), above: String(number - 1) },
})

/** A source whose rows are numbers, largest first; each number is its own cursor. */
class Numbers {
  rows: number[]
  reads = 0
  readonly #pageRows: number
  constructor(count: number, pageRows: number) {
    this.rows = Array.from({ length: count }, (_, index) => (count - index) * 10)
    this.#pageRows = pageRows
  }
  add(...numbers: number[]): void {
    this.rows = [...this.rows, ...numbers].toSorted((a, b) => b - a)
  }
  page(side: Side, { cursors }: Cut, after: string | null): Page<number> {
    this.reads += 1
    const cursor = after ?? cursors?.[side] ?? null
    const rows = side === 'below' ? this.rows : this.rows.toReversed()
    const rest = rows.filter((n) => cursor === null || (side === 'below' ? n < Number(cursor) : n > Number(cursor)))
    const page = rest.slice(0, this.#pageRows)
    return { rows: page, next: rest.length > page.length ? String(page.at(-1)) : null }
  }
  readonly read: ReadPage<number> = async (...args) => this.page(...args)
}

const settle = async () => {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
}
const listOf = (numbers: Numbers, pageRows: number, maxPages = 6, cut?: Cut, onshift?: (rows: number) => void) =>
  new PageList<number>(numbers.read, { pageRows, maxPages, onchange: () => {}, ...(onshift && { onshift }) }, cut)
const seen = (list: PageList<number>, first: number, last: number) =>
  Array.from({ length: last - first }, (_, offset) => list.rowAt(first + offset))

test('scrolling down and up shows every row once and in order, and keeps at most six pages in memory', async () => {
  const numbers = new Numbers(1003, 20)
  const list = listOf(numbers, 20)
  for (const way of [1, -1]) {
    for (let step = 0; step <= 100; step += 1) {
      const first = way === 1 ? step * 10 : 1000 - step * 10
      list.want(first, first + 12)
      await settle()
      const last = Math.min(first + 12, 1003)
      expect(seen(list, first, last)).toEqual(numbers.rows.slice(first, last))
      expect(list.loadedPages).toBeLessThanOrEqual(6)
    }
  }
  expect(list.lengthWith(undefined)).toBe(1003)
})

test('until the end is read, the length is an estimate that grows, or the count when it is known', async () => {
  const list = listOf(new Numbers(100, 20), 20)
  list.want(0, 5)
  await settle()
  expect(list.lengthWith(undefined)).toBe(40)
  expect(list.lengthWith(100)).toBe(100)
})

test('rows added anywhere while pages are loaded and dropped are neither lost nor doubled', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(300), fc.array(fc.nat(3100), { maxLength: 4 })), { minLength: 1, maxLength: 25 }),
      fc.option(fc.nat(300), { nil: undefined }),
      async (steps, start) => {
        const numbers = new Numbers(300, 10)
        const cut = start === undefined ? undefined : cutAt((300 - start) * 10 + 5, start)
        const list = listOf(numbers, 10, 5, cut)
        for (const [first, added] of steps) {
          numbers.add(...added.filter((n) => !numbers.rows.includes(n)).filter((n, at, all) => all.indexOf(n) === at))
          list.renew(false)
          list.want(first, first + 25)
          await settle()
          // The first page is not reloaded while it is visible, so it may be out of date.
          const from = cut === undefined ? Math.max(first, 10) : Math.max(first, 0)
          const rows = seen(list, from, first + 25).filter((row) => row !== undefined)
          const [top = -1, end = Infinity] = [rows[0], rows.at(-1)]
          expect(rows).toEqual(numbers.rows.filter((n) => n <= top && n >= end))
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('a list that starts at a cut in the middle is read in both directions', async () => {
  const numbers = new Numbers(500, 20)
  const list = listOf(numbers, 20, 8, cutAt(2505, 250))
  list.want(230, 280)
  await settle()
  expect(seen(list, 230, 280)).toEqual(numbers.rows.slice(230, 280))
  for (let first = 220; first >= 0; first -= 20) {
    list.want(first, first + 30)
    await settle()
  }
  expect(seen(list, 0, 30)).toEqual(numbers.rows.slice(0, 30))
})

test('when the first row does not have the expected index, it gets index 0 and the shift is reported', async () => {
  const numbers = new Numbers(100, 20)
  const shifts: number[] = []
  const list = listOf(numbers, 20, 8, cutAt(505, 47), (rows) => shifts.push(rows))
  list.want(0, 20)
  await settle()
  expect(shifts).toEqual([3])
  list.want(0, 100)
  await settle()
  expect(seen(list, 0, 100)).toEqual(numbers.rows)
})

test('a response for a position that is no longer shown is dropped', async () => {
  const numbers = new Numbers(500, 20)
  const waiting: (() => void)[] = []
  const list = new PageList<number>(
    (...args) => new Promise((resolve) => waiting.push(() => resolve(numbers.page(...args)))),
    { pageRows: 20, maxPages: 6, onchange: () => {} },
  )
  list.want(0, 10)
  list.moveTo(cutAt(2505, 250))
  list.want(250, 260)
  waiting[1]?.()
  waiting[0]?.()
  await settle()
  expect(list.rowAt(250)).toBe(2500)
  expect(list.rowAt(0)).toBeUndefined()
  expect(list.knownStart).toBe(250)
})

test('after a failed read nothing more is read until a retry, and the loaded rows stay', async () => {
  const numbers = new Numbers(100, 20)
  let isBroken = false
  const list = new PageList<number>(
    async (...args) => {
      if (isBroken) throw new Error('no')
      return numbers.page(...args)
    },
    { pageRows: 20, maxPages: 6, onchange: () => {} },
  )
  list.want(0, 20)
  await settle()
  isBroken = true
  list.want(20, 40)
  await settle()
  expect(list.error?.code).toBe('internal')
  expect(list.rowAt(0)).toBe(1000)
  isBroken = false
  list.retry()
  await settle()
  expect(list.error).toBeUndefined()
  expect(list.rowAt(25)).toBe(750)
})

test('rows added after the end are read when the list is reloaded', async () => {
  const numbers = new Numbers(30, 20)
  const list = listOf(numbers, 20)
  list.want(0, 40)
  await settle()
  expect(list.lengthWith(undefined)).toBe(30)
  numbers.add(5, 4, 3)
  list.renew(true)
  await settle()
  expect(list.lengthWith(undefined)).toBe(33)
  expect(list.rowAt(32)).toBe(3)
})

test('a page without rows is the end, even with a cursor', async () => {
  let reads = 0
  const list = new PageList<number>(
    async () => {
      reads += 1
      return { rows: [], next: 'more' }
    },
    { pageRows: 20, maxPages: 6, onchange: () => {} },
  )
  list.want(0, 40)
  await settle()
  expect(reads).toBe(1)
  expect(list.lengthWith(undefined)).toBe(0)
})
