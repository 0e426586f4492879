import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ByteReader, ByteWriter } from '#main/insight/ledger/series/bytes.ts'
import { ChunkWriter, readChunk, readEntries } from '#main/insight/ledger/series/chunk.ts'
import { emptyPoint, sumNames, type HoldingStep } from '#main/insight/ledger/series/holding-sums.ts'
import { afterStep } from '#main/insight/ledger/series/running-point.ts'

it('numbers of any size and texts are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt()), fc.array(fc.maxSafeNat()), fc.string(), (signed, naturals, text) => {
      const writer = new ByteWriter()
      for (const value of signed) writer.signed(value)
      for (const value of naturals) writer.natural(value)
      writer.text(text.toWellFormed())
      const reader = new ByteReader(writer.take())
      expect(signed.map(() => reader.signed())).toEqual(signed)
      expect(naturals.map(() => reader.natural())).toEqual(naturals)
      expect(reader.text()).toBe(text.toWellFormed())
      expect(reader.isAtEnd).toBe(true)
    }),
  )
})

const cents = 10n ** 16n
const amount = fc.oneof(
  fc.bigInt({ min: -1000n, max: 1000n }).map((value) => value * cents),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
)
const anyStep = fc
  .record({
    after: fc.nat(5_000_000),
    pieces: amount,
    cost: amount,
    unknownOpen: amount,
    unknownClosed: amount,
    currency: fc.constantFrom('RUB', 'USD', '', null),
    lotCurrency: fc.constantFrom('RUB', 'USD', '', null),
    sums: fc.record(Object.fromEntries(sumNames.map((name) => [name, amount])), { requiredKeys: [] }),
    price: fc.option(fc.bigInt({ min: 1n, max: 10n ** 24n })),
    isTraded: fc.boolean(),
    event: fc.constantFrom('split' as const, 'repayment' as const, null),
  })
  .map(({ after, price, isTraded, ...step }): HoldingStep & { after: number } => {
    const trade = step.sums['trade'] ?? 0n
    return { ...step, at: 0, after, traded: isTraded ? { price, cost: trade === 0n ? null : -trade } : null }
  })

it('the rows of a chunk are read as they were written, and the chunk can be continued after any row', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 12 }), fc.nat(12), (made, cut) => {
      let at = 1_600_000_000_000
      const steps = made.map(({ after, ...step }) => ({ ...step, at: (at += after) }))
      const writer = ChunkWriter.begin(emptyPoint, steps[0]!)
      for (const step of steps) writer.add(step)
      const points = steps.reduce((list, step) => [...list, afterStep(list.at(-1)!, step)], [emptyPoint])
      const data = writer.take()
      expect([...readEntries(data)].map(({ point }) => point)).toEqual(points.slice(1))
      expect(readChunk(data, Infinity)).toEqual(points.at(-1))
      const before = steps[Math.min(cut, steps.length - 1)]!.at
      const reopened = ChunkWriter.reopen(data, before)
      const rest = steps.filter((step) => step.at >= before)
      if (reopened === null) {
        expect(rest).toHaveLength(steps.length)
        return
      }
      for (const step of rest) reopened.writer.add(step)
      expect(reopened.writer.take()).toEqual(data)
    }),
  )
})

it('bytes that end too early are refused', () => {
  const step = { at: 5, pieces: 1n, currency: 'RUB', sums: {}, cost: 0n, lotCurrency: 'RUB', unknownOpen: 0n }
  const writer = ChunkWriter.begin(emptyPoint, { ...step, unknownClosed: 0n, traded: null, event: null })
  const data = writer.take()
  expect(() => readChunk(data.slice(0, data.length - 3), Infinity)).toThrow(RangeError)
})
