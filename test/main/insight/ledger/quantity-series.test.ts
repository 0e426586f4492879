import { expect, it } from 'vitest'
import { quantitySeries } from '#main/insight/ledger/quantity-series.ts'

const changes = [
  { at: 10, pieces: 5n },
  { at: 20, pieces: 3n },
  { at: 20, pieces: -1n },
  { at: 30, pieces: -2n },
]
const known = { covered: [{ from: 0, to: 40 }], beginsAt: 0, stated: null }

it('gives the pieces after the last change of each time', () => {
  expect(quantitySeries(changes, 100n, known)).toEqual([
    { at: 10, quantity: 105n },
    { at: 20, quantity: 107n },
    { at: 30, quantity: 105n },
  ])
})

it('counts back from the reported pieces if the beginning is not loaded', () => {
  const history = { covered: [{ from: 15, to: 40 }], beginsAt: null, stated: 9n }
  expect(quantitySeries(changes.slice(1), 0n, history)).toEqual([
    { at: 20, quantity: 11n },
    { at: 30, quantity: 9n },
  ])
})

it('does not know the pieces between two gaps, or after a gap without reported pieces', () => {
  const covered = [
    { from: 0, to: 12 },
    { from: 18, to: 22 },
    { from: 28, to: 40 },
  ]
  const quantities = (stated: bigint | null) =>
    quantitySeries(changes, 0n, { covered, beginsAt: 0, stated }).map(({ quantity }) => quantity)
  expect(quantities(4n)).toEqual([5n, null, 4n])
  expect(quantities(null)).toEqual([5n, null, null])
})

it('does not know the pieces between two changes of unknown size, or before one if only the reported pieces are known', () => {
  const unknown = [...changes, { at: 15, pieces: null }, { at: 25, pieces: null }].sort((a, b) => a.at - b.at)
  const quantities = (history: typeof known | { covered: (typeof known)['covered']; beginsAt: null; stated: bigint }) =>
    quantitySeries(unknown, 0n, history).map(({ quantity }) => quantity)
  expect(quantities({ ...known, stated: null })).toEqual([5n, null, null, null, null])
  expect(quantities({ covered: known.covered, beginsAt: null, stated: 9n })).toEqual([null, null, null, 11n, 9n])
})
