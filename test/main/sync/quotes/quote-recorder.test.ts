import { expect, test } from 'vitest'
import { createQuoteRecorder } from '../../../../src/main/sync/quotes/quote-recorder.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { d, makeQuote } from '../../insight/make.ts'

function start() {
  const clock = new FakeClock()
  const writes: { at: number; last: string }[][] = []
  let isFull = false
  const record = createQuoteRecorder(
    {
      quotes: {
        record(quotes) {
          if (isFull) throw new Error('The disk is full')
          writes.push(quotes.map(({ at, last }) => ({ at, last })))
          return quotes.length
        },
      },
    },
    clock,
  )
  const see = (last: string | null, at: number | null = null) =>
    record(makeQuote({ last: last === null ? null : d(last), at }))
  return { clock, writes, see, fill: (full: boolean) => void (isFull = full) }
}

test('prices of half a minute are one write to disk; an unknown price is not written', async () => {
  const { clock, writes, see } = start()
  see('1')
  see(null)
  await clock.advance(29_000)
  see('2')
  expect(writes).toEqual([])
  await clock.advance(1_000)
  see('3')
  expect(writes.map((write) => write.map(({ last }) => last))).toEqual([['1', '2', '3']])
})

test('a quote older than a previous one is not recorded as a current price', async () => {
  const { clock, writes, see } = start()
  see('2', 1_000)
  see('1', 999)
  see('2.5', null)
  await clock.advance(30_000)
  see('3', 1_000)
  expect(writes.flat().map(({ last }) => last)).toEqual(['2', '2.5', '3'])
})

test('prices that a full disk refused are tried twice a minute, written when there is room, and limited in number', async () => {
  const { clock, writes, see, fill } = start()
  fill(true)
  let refusals = 0
  for (let turn = 0; turn < 3_000; turn++) {
    await clock.advance(1_000)
    try {
      see(String(turn))
    } catch {
      refusals += 1
    }
  }
  expect(refusals).toBe(100)
  fill(false)
  await clock.advance(30_000)
  see('9999')
  expect(writes).toHaveLength(1)
  expect(writes[0]).toHaveLength(2_000)
})
