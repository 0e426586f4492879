import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { seededRandom } from '../../../../fakes/random.ts'
import { dec } from '../../open-cache.ts'
import { makeTransaction } from '../make-transactions.ts'

/** A transaction with its account. */
export interface AccountRow {
  readonly accountId: string
  readonly transaction: Transaction
}

const accounts = ['large', 'large', 'large', 'large', 'medium', 'medium', 'small']
const symbols = ['', '', 'SBER@MISX', 'AAPL@XNAS']
const secondMs = 1_000
const yearMs = 365 * 86_400_000
const start = Date.UTC(2012, 4, 6, 7, 8, 9)

/** Generates rows like those of real histories: thousands in one second, equal times in several accounts, bursts years apart. */
export class RandomHistory {
  readonly #random: () => number
  readonly #names: number
  readonly #bursts: readonly number[]
  #lastId = 0

  constructor(seed: number) {
    this.#random = seededRandom(seed)
    this.#names = this.#pick([2, 30, 700])
    this.#bursts = Array.from({ length: this.#pick([1, 3, 12]) }, () => start + Math.floor(this.#random() * 9) * yearMs)
  }

  /** Generates rows, each with its account. */
  rows(count: number): AccountRow[] {
    return Array.from({ length: count }, () => this.#row())
  }

  #row(): AccountRow {
    const id = String(++this.#lastId)
    const burst = this.#pick(this.#bursts)
    // A third of the rows share one second, a third a minute, the others are spread over days.
    const offset = this.#pick([0, Math.floor(this.#random() * 60), Math.floor(this.#random() * 5e6)])
    const isTrade = this.#random() < 0.3
    const transaction = makeTransaction(id, burst + offset * secondMs, {
      name: `Name ${Math.floor(this.#random() ** 2 * this.#names)}`,
      category: this.#pick(['TAX', 'OTHERS', 'OTHERS']),
      symbol: this.#pick(symbols),
      change: { currency: 'RUB', amount: dec(`${Math.floor((this.#random() - 0.5) * 2_000)}.5`) },
      trade: isTrade ? { size: dec('1'), price: null, accruedInterest: null } : null,
    })
    return { accountId: this.#pick(accounts), transaction }
  }

  #pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)] as T
  }
}
