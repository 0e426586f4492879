import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readHolding, writeHolding } from '#main/insight/ledger/holding-text.ts'
import { compareRows, type LedgerRow } from '#main/insight/ledger/row.ts'
import { factsOf } from '#main/insight/ledger/symbol-facts.ts'
import { LotMethod } from '#shared/model/ledger/ledger.ts'
import { makeRow, units } from './make-row.ts'
import { noOpenings, openLedger, replay, type LedgerState } from './replay.ts'

const anyRow = fc
  .record({
    kind: fc.constantFrom(...(['buy', 'sell', 'split', 'dividend', 'amortization', 'expiration', 'deposit'] as const)),
    symbol: fc.constantFrom('A@X', 'B@X', 'F@X'),
    pieces: fc.integer({ min: 1, max: 30 }),
    cents: fc.integer({ min: 1, max: 99_999 }),
    at: fc.nat(20),
    id: fc.nat(999),
  })
  .map(({ kind, symbol, pieces, cents, at, id }): LedgerRow => {
    const sign = kind === 'sell' || kind === 'expiration' ? -1 : 1
    const money = String((-sign * cents) / 100)
    const movesPieces = ['buy', 'sell', 'split', 'expiration'].includes(kind)
    return makeRow(kind, {
      ...{ id: String(id), at, symbol: kind === 'deposit' ? '' : symbol },
      ...(kind !== 'split' && { money }),
      ...(movesPieces && { pieces: String(sign * pieces) }),
    })
  })

/** The state after it is written to a checkpoint and read again. */
const stored = ({ holdings, cash }: LedgerState): LedgerState => ({
  holdings: new Map([...holdings].map(([symbol, state]) => [symbol, readHolding(writeHolding(state))!])),
  cash,
})

it('a replay that continues from a stored state equals an uninterrupted one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LotMethod.options),
      fc.array(anyRow, { maxLength: 60 }),
      fc.nat(60),
      (method, unordered, pause) => {
        const rows = unordered.toSorted(compareRows)
        const options = { method, factsOf: (symbol: string) => factsOf(symbol === 'F@X' ? 'FUTURES' : null, []) }
        const start = openLedger({ pieces: new Map([['A@X', units('7')]]), cash: new Map() }, options)
        const uninterrupted = replay(start, rows, options)
        const resumed = stored(replay(start, rows.slice(0, pause), options))
        expect(replay(resumed, rows.slice(pause), options)).toEqual(uninterrupted)
      },
    ),
  )
})

it('rows of the same time are in the order of their ids, which are numbers', () => {
  const rows = ['10', '9', '2', '100'].map((id) => makeRow('deposit', { id, at: 5 }))
  const earlier = makeRow('deposit', { id: '999', at: 4 })
  expect([...rows, earlier].sort(compareRows).map(({ id }) => id)).toEqual(['999', '2', '9', '10', '100'])
})

it('cash is the sum of all money by currency, with the opening balance', () => {
  const options = { method: 'fifo' as const }
  const rows = [
    makeRow('deposit', { money: '100.10' }),
    makeRow('unknown', { money: '-0.05' }),
    makeRow('deposit', { money: '7', currency: 'USD' }),
  ]
  const opened = openLedger({ ...noOpenings, cash: new Map([['USD', units('3')]]) }, options)
  expect(replay(opened, rows, options).cash).toEqual(
    new Map([
      ['USD', units('10')],
      ['RUB', units('100.05')],
    ]),
  )
})

it('text that is not a holding gives null', () => {
  expect(['{}', '[]', '["1",null,["x"],null]', '["1",null,["0",["1"]],null]'].map(readHolding)).toEqual([
    null,
    null,
    null,
    null,
  ])
})
