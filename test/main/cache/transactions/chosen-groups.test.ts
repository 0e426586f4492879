import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KindReview } from '#main/cache/transactions/kind-review.ts'
import { dayMs } from '#shared/durations.ts'
import type { RowGroup } from '#shared/model/transaction/row-group.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { runs } from '../../../runs.ts'
import { dec } from '../open-cache.ts'
import { makeTransaction } from './make-transactions.ts'
import { open } from './review-rig.ts'
import { base, finishReview } from './rig.ts'

interface Short {
  readonly id: string
  readonly symbol?: string
  readonly money?: string
  readonly currency?: string
  readonly pieces?: string
  readonly size?: string
  readonly days: number
  readonly name?: string
}

const transaction = ({ id, symbol = '', money, currency = 'RUB', pieces, size, days, name = 'Нечто' }: Short) =>
  makeTransaction(id, base + days * dayMs, {
    ...{ category: 'OTHERS', name, symbol },
    change: money === undefined ? null : { currency, amount: dec(money) },
    changeQuantity: pieces === undefined ? null : dec(pieces),
    trade: size === undefined ? null : { size: dec(size), price: dec('1'), accruedInterest: null },
  })

/** Three groups, and rows beside them that the rules relate. */
const rows: readonly Transaction[] = [
  { id: '1', symbol: 'S@M', money: '-5000', size: '1000', days: 0 },
  { id: '2', symbol: 'S@M', pieces: '-1000', days: 10 },
  { id: '3', symbol: 'S@M', pieces: '100', days: 40 },
  { id: '4', symbol: 'S@M', money: '-77', size: '7', days: 50 },
  { id: '5', symbol: 'S@M', money: '77', size: '7', days: 51, name: 'Сторно' },
  { id: '6', money: '-90000', days: 60 },
  { id: '7', money: '1000', currency: 'USD', days: 80 },
  { id: '8', symbol: 'N@M', pieces: '5', days: 90 },
].map(transaction)

const group = (id: string, kind: RowGroup['kind'], ...rowIds: string[]): RowGroup => ({
  ...{ id, accountId: 'a', rowIds, kind, costShare: kind === 'spin-off' ? dec('0.25') : null },
})
const groups = [
  group('g1', 'split', '2', '3'),
  group('g2', 'currency-exchange', '6', '7'),
  group('g3', 'spin-off', '1', '8'),
]

function start() {
  const opened = open()
  const select = opened.db.prepare<[], [string, string | null, string | null]>(
    `SELECT t.id, g.id, t.moved_pieces FROM account_transaction t LEFT JOIN chosen_group g ON g.key = t.chosen_group`,
  )
  /** Kind, rule, group and moved pieces of each row, by its id. */
  const result = (): Record<string, string> => {
    const placed = new Map(
      select
        .raw(true)
        .all()
        .map(([id, ...rest]) => [id, rest]),
    )
    const words = opened.rows().map(({ transaction: { id }, kind, kindRule }) => {
      const [of, pieces] = placed.get(id) ?? []
      return [id, [kind, kindRule, ...(of == null ? [] : [of]), ...(pieces == null ? [] : [pieces])].join(' ')] as const
    })
    return Object.fromEntries(words.sort())
  }
  return { ...opened, result }
}

const alone = {
  '1': 'buy trade',
  '2': 'unknown none',
  '3': 'unknown none',
  '4': 'reversal neighbours 0',
  '5': 'reversal words 0',
  '6': 'unknown none',
  '7': 'unknown none',
  '8': 'unknown none',
}
const together = {
  ...alone,
  '1': 'buy trade g3',
  '2': 'split person g1 -900',
  '3': 'split person g1 0',
  '6': 'currency-exchange person g2',
  '7': 'currency-exchange person g2',
  '8': 'split person g3 5',
}

test('rows get the same kinds in every order, with the groups before, between or after them; taken apart, those of the rules', () => {
  const plan = fc.record({
    order: fc.shuffledSubarray([...rows], { minLength: rows.length }),
    batch: fc.integer({ min: 1, max: rows.length }),
    groupsAfter: fc.integer({ min: 0, max: rows.length }),
    isReviewed: fc.boolean(),
  })
  fc.assert(
    fc.property(plan, ({ order, batch, groupsAfter, isReviewed }) => {
      const { db, transactions, result, expectExactSums } = start()
      const review = new KindReview(db)
      for (let first = 0; first < order.length; first += batch) {
        if (first >= groupsAfter) review.group(groups)
        transactions.upsert('a', order.slice(first, first + batch), 1)
        if (isReviewed) finishReview(db)
      }
      review.group(groups)
      finishReview(db)
      expect(result()).toEqual(together)
      expectExactSums()
      review.group([])
      finishReview(db)
      expect(result()).toEqual(alone)
      expectExactSums()
    }),
    { numRuns: runs(12) },
  )
})

test('a group has no effect while a row is missing, and while its rows cannot be such a group', () => {
  const { db, transactions, result } = start()
  const [, out, into] = rows
  const review = new KindReview(db)
  review.group([group('g1', 'split', '2', '3')])
  transactions.upsert('a', [out!], 1)
  finishReview(db)
  expect(result()).toEqual({ '2': 'unknown none' })
  transactions.upsert('a', [into!], 1)
  finishReview(db)
  expect(result()).toEqual({ '2': 'split person g1 -900', '3': 'split person g1 0' })
  transactions.upsert('a', [{ ...into!, changeQuantity: dec('1000') }], 2)
  finishReview(db)
  expect(result()).toEqual({ '2': 'unknown none', '3': 'unknown none' })
  transactions.upsert('a', [{ ...into!, changeQuantity: dec('500'), at: into!.at - dayMs }], 3)
  finishReview(db)
  expect(result()).toEqual({ '2': 'split person g1 -500', '3': 'split person g1 0' })
})

test('a row of a group is in no other group, and what it was one event with is alone until the group is taken apart', () => {
  const { db, transactions, result } = start()
  transactions.upsert('a', rows.slice(3, 5), 1)
  transactions.upsert('a', [transaction({ id: '9', symbol: 'S@M', money: '-80', size: '7', days: 70 })], 1)
  finishReview(db)
  const byRules = { '4': 'reversal neighbours 0', '5': 'reversal words 0', '9': 'buy trade' }
  expect(result()).toEqual(byRules)
  const review = new KindReview(db)
  review.group([group('g1', 'repo', '5', '9')])
  finishReview(db)
  expect(result()).toEqual({ '4': 'buy trade', '5': 'repo person g1', '9': 'repo person g1' })
  review.group([])
  finishReview(db)
  expect(result()).toEqual(byRules)
})

test('a group outranks the kinds that the user chose, and these have an effect again after it', () => {
  const { db, transactions, result } = start()
  transactions.upsert('a', rows.slice(5, 7), 1)
  const review = new KindReview(db)
  review.choose({ scope: 'row', accountId: 'a', id: '6' }, 'withdrawal')
  review.group([group('g2', 'currency-exchange', '6', '7')])
  review.choose({ scope: 'row', accountId: 'a', id: '7' }, 'deposit')
  finishReview(db)
  expect(result()).toEqual({ '6': 'currency-exchange person g2', '7': 'currency-exchange person g2' })
  review.group([])
  finishReview(db)
  expect(result()).toEqual({ '6': 'withdrawal person', '7': 'deposit person' })
})
