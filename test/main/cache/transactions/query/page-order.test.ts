import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileFilter } from '#main/cache/transactions/query/filter-sql.ts'
import { createTransactionPages, type PageRequest, type StoredPage } from '#main/cache/transactions/query/pages.ts'
import { chooseStrategies, strategyNames, type StrategyName } from '#main/cache/transactions/query/strategy.ts'
import type { Db } from '#main/sqlite/db.ts'
import type { FilterCondition, TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { dec, openTestCache } from '../../open-cache.ts'
import { openTransactions } from '../rig.ts'
import { matches, rowOf } from './naive-filter.ts'
import { RandomHistory, type AccountRow } from './random-history.ts'

const is = (field: 'account' | 'category' | 'symbol' | 'kind', value: string): FilterCondition => ({
  field,
  values: [value],
  isNot: false,
})
const amount: FilterCondition = { field: 'amount', min: dec('100'), max: dec('180'), isNot: false }
const outsidePeriod: FilterCondition = {
  field: 'period',
  from: Date.UTC(2014, 4, 6, 7, 8, 10),
  to: Date.UTC(2018, 4, 6),
  isNot: true,
}
const filters: readonly TransactionFilter[] = [
  { conditions: [], text: '' },
  { conditions: [is('account', 'small')], text: '' },
  { conditions: [is('account', 'large'), { field: 'trade', isNot: false }], text: '' },
  { conditions: [is('symbol', 'SBER@MISX'), outsidePeriod], text: '' },
  { conditions: [is('kind', 'sell'), is('account', 'large')], text: '' },
  { conditions: [{ ...is('kind', 'unknown'), isNot: true }, outsidePeriod], text: '' },
  { conditions: [amount], text: '' },
  { conditions: [amount, is('category', 'TAX'), outsidePeriod], text: '' },
  { conditions: [{ ...amount, isNot: true }, is('account', 'medium')], text: 'name' },
  { conditions: [], text: 'me 1' },
]

/** The strategies that the app chooses, and each strategy alone, followed by the strategy that always completes a page. */
const plans: readonly (StrategyName | 'as chosen')[] = ['as chosen', ...strategyNames]

/** A history with a record of all its rows, to which rows can be added. */
class KnownHistory {
  readonly rows: AccountRow[] = []
  readonly #random: RandomHistory
  readonly #store: ReturnType<typeof openTransactions>

  constructor(db: Db, seed: number, count: number) {
    this.#random = new RandomHistory(seed)
    this.#store = openTransactions(db)
    this.add(count)
  }

  /** Adds rows and returns them. */
  add(count: number): AccountRow[] {
    const added = this.#random.rows(count)
    for (const [accountId, rows] of Map.groupBy(added, (row) => row.accountId))
      this.#store.upsert(
        accountId,
        rows.map(({ transaction }) => transaction).toSorted((a, b) => a.at - b.at),
        1,
      )
    this.rows.push(...added)
    return added
  }
}

/** Reads all pages while rows arrive between them, and compares them with the plain list. */
function expectAllInOrder(
  db: Db,
  history: KnownHistory,
  filter: TransactionFilter,
  isNewest: boolean,
  { limits, arriving, plan }: { limits: readonly number[]; arriving: number; plan: StrategyName | 'as chosen' },
  used: Set<StrategyName>,
): void {
  const pages = createTransactionPages(db, {
    choose: plan === 'as chosen' ? chooseStrategies : () => [plan, 'walkTable'],
    onStrategy: (name, { keys, rest }) => {
      if ((name === plan || plan === 'as chosen') && (keys.length > 0 || rest === null)) used.add(name)
    },
  })
  const sign = isNewest ? -1 : 1
  const isWanted = ({ accountId, transaction }: AccountRow) => matches(filter, rowOf(accountId, transaction))
  const expected = new Set(history.rows.filter(isWanted).map(({ transaction }) => transaction.id))
  const allowed = new Set(expected)
  const found: AccountRow[] = []
  let after: string | null = null
  for (let index = 0; index < 5_000; index++) {
    const limit = limits[index % limits.length]!
    const request: PageRequest = { filter, direction: isNewest ? 'newest' : 'oldest', after, limit }
    const page: StoredPage = pages.page(request, 'bounded') ?? pages.page(request, 'unbounded')!
    found.push(...page.rows)
    if (page.next === null) break
    expect(page.rows).toHaveLength(limit)
    after = page.next
    const cursorAt = page.rows.at(-1)!.transaction.at
    for (const row of index % 4 === 0 ? history.add(arriving).filter(isWanted) : []) {
      allowed.add(row.transaction.id)
      // A new row in the second that is being read may be before or after the cursor.
      if (Math.sign(row.transaction.at - cursorAt) === sign) expected.add(row.transaction.id)
    }
  }
  const ids = found.map(({ transaction }) => transaction.id)
  const uniqueIds = new Set(ids)
  expect(ids.length).toBe(uniqueIds.size)
  expect([...expected].filter((id) => !uniqueIds.has(id))).toEqual([])
  expect(ids.filter((id) => !allowed.has(id))).toEqual([])
  const times = found.map(({ transaction }) => transaction.at)
  expect(times).toEqual(times.toSorted((a, b) => sign * (a - b)))
}

test(
  'every strategy returns every row once and in order, in both directions, while rows arrive',
  { timeout: 300_000 },
  () => {
    const used = new Set<StrategyName>()
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 5_000 }),
        fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 40 }),
        fc.shuffledSubarray([...filters], { minLength: 1, maxLength: 2 }),
        (seed, count, sizes, arriving, wanted) => {
          const db = openTestCache()
          const history = new KnownHistory(db, seed, count)
          // The last size limits the number of pages.
          const limits = [...sizes, 200]
          for (const filter of wanted)
            for (const plan of plans)
              for (const isNewest of [true, false])
                expectAllInOrder(db, history, filter, isNewest, { limits, arriving, plan }, used)
          db.close()
        },
      ),
      { numRuns: 8, seed: 20_261_122 },
    )
    expect([...used].toSorted()).toEqual([...strategyNames].toSorted())
  },
)

test('the strategies are tried from the cheapest to the strategy that always completes a page', () => {
  const choices = filters.map((filter) => chooseStrategies(compileFilter(filter), 'unbounded').join(' '))
  expect(choices).toEqual([
    'walkTable',
    'walkDense sortFewDimensions mergeDimensions walkTable',
    'walkDense sortFewDimensions mergeDimensions walkTable',
    'sortFewDimensions walkDense sortFewDimensions mergeDimensions walkTable',
    'walkDense sortFewDimensions mergeDimensions walkTable',
    'walkDense sortFewDimensions mergeDimensions walkTable',
    'walkDense searchAmounts walkTable',
    'walkDense searchAmounts sortFewDimensions mergeDimensions walkTable',
    'walkDense sortFewDimensions mergeDimensions walkTable',
    'walkDense sortFewDimensions mergeDimensions walkTable',
  ])
  expect(chooseStrategies(compileFilter(filters[6]!), 'bounded')).toEqual(['walkDense', 'searchAmounts', 'walkBounded'])
})
