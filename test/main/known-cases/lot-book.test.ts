import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LotBook, type ClosedLot } from '#main/known-cases/lot-book.ts'
import { add, sum, type Decimal } from '#shared/decimal.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'

const d = (value: number | string): Decimal => String(value) as Decimal
const cents = (value: number): Decimal => d((value / 100).toFixed(2))
const methods: readonly LotMethod[] = ['fifo', 'lifo', 'hifo', 'average']

/** Pairs of quantity and money in cents: a positive quantity is a purchase, a negative one is a sale. */
const anyTrades = fc.array(
  fc.tuple(
    fc.integer({ min: -50, max: 50 }).filter((quantity) => quantity !== 0),
    fc.integer({ min: 1, max: 100_000 }),
  ),
  { maxLength: 40 },
)

function applyTrades(book: LotBook, trades: readonly (readonly [number, number])[]): ClosedLot[] {
  return trades.flatMap(([quantity, money], at) =>
    quantity > 0 ? book.buy(d(quantity), cents(money), at) : book.sell(d(-quantity), cents(money), at),
  )
}

describe.each(methods)('lots by %s', (method) => {
  it('hold the bought quantity minus the sold quantity, including shorts', () => {
    fc.assert(
      fc.property(anyTrades, (trades) => {
        const book = new LotBook(method, 'short')
        applyTrades(book, trades)
        expect(book.quantity).toBe(d(trades.reduce((total, [quantity]) => total + quantity, 0)))
      }),
    )
  })

  it('balance exactly: the cost of open and closed lots equals the money paid plus the proceeds', () => {
    fc.assert(
      fc.property(anyTrades, (trades) => {
        const book = new LotBook(method, 'short')
        const closed = applyTrades(book, trades)
        const paid = trades.reduce((total, [quantity, money]) => total + (quantity > 0 ? money : -money), 0)
        const spent = sum(closed.map(({ cost }) => cost!))
        const earned = sum(closed.map(({ proceeds }) => proceeds!))
        expect(add(book.cost!, spent)).toBe(add(cents(paid), earned))
      }),
    )
  })

  it('have neither quantity nor cost after a full sale', () => {
    const book = new LotBook(method, 'unknown')
    book.buy(d(3), d(10), 0)
    book.buy(d(4), d('10.01'), 1)
    book.sell(d(2), d(9), 2)
    book.sell(d(5), d(9), 3)
    expect([book.quantity, book.cost, book.lots]).toEqual(['0', '0', []])
  })

  it('report the quantity without a known purchase separately, with no cost', () => {
    const book = new LotBook(method, 'unknown')
    book.buy(d(2), d(10), 0)
    const closed = book.sell(d(5), d(50), 1)
    expect(closed.map(({ quantity, cost, proceeds }) => [quantity, cost, proceeds])).toEqual([
      ['2', '10', '20'],
      ['3', null, '30'],
    ])
    expect([book.quantity, book.unknown]).toEqual(['0', '3'])
  })

  it('keep their cost after a split', () => {
    const book = new LotBook(method, 'short')
    book.buy(d(10), d(100), 0)
    book.split(d(1), d(4))
    expect([book.quantity, book.cost]).toEqual(['40', '100'])
  })
})

it('a sale that crosses zero closes the lots first and opens a short with the rest', () => {
  const book = new LotBook('fifo', 'short')
  book.buy(d(4), d(40), 0)
  const closed = book.sell(d(6), d(90), 1)
  expect(closed).toEqual([{ quantity: '4', cost: '40', proceeds: '60', openedAt: 0 }])
  expect(book.lots).toEqual([{ quantity: '-2', cost: '-30', openedAt: 1 }])
  expect(book.buy(d(2), d(10), 2)).toEqual([{ quantity: '2', cost: '10', proceeds: '30', openedAt: 1 }])
})

it('a sale closes the lots in the order of the method', () => {
  const costOf = (method: LotMethod): unknown => {
    const book = new LotBook(method, 'unknown')
    book.buy(d(1), d(10), 0)
    book.buy(d(1), d(30), 1)
    book.buy(d(1), d(20), 2)
    return book.sell(d(1), d(25), 3)[0]?.cost
  }
  expect(methods.map(costOf)).toEqual(['10', '20', '30', '20'])
})
