import { toNumber } from '#shared/decimal.ts'
import type { Account } from '#shared/model/account.ts'
import type { BudgetSnapshot } from '#shared/model/app/usage.ts'
import type { Cache } from '../../cache/cache.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import type { SyncContext } from '../context.ts'
import type { Followed } from '../interest/followed.ts'
import { accountCall, quoteCall } from './describe-calls.ts'
import type { QuoteLedger } from './quote-ledger.ts'

/** The dependencies of the board; a bench supplies its own market. */
export type BoardContext = Pick<SyncContext, 'clock' | 'openedAt' | 'power' | 'readFollowed' | 'readBudget'> & {
  readonly attention: Pick<SyncContext['attention'], 'isWindowVisible'>
  readonly cache: {
    readonly accounts: Pick<Cache['accounts'], 'list' | 'isEmpty'>
    readonly quotes: Pick<Cache['quotes'], 'getMany'>
  }
}

interface ReadAccounts {
  readonly at: number
  readonly accounts: readonly Account[]
  readonly weightOf: (symbol: string) => number
}

const freshMs = 1_000

/** Reads the inputs of the plan that change seldom: at most once a second, although the plan is made several times a second. */
export class QuoteSources {
  readonly #context: BoardContext
  readonly #ledger: QuoteLedger
  readonly #weightOf: ((symbol: string) => number) | undefined
  readonly #restored = new Set<string>()
  #accounts: ReadAccounts | null = null
  #budget: { readonly at: number; readonly snapshot: BudgetSnapshot } | null = null

  /** `weightOf` replaces the weight by value held. */
  constructor(context: BoardContext, ledger: QuoteLedger, weightOf?: (symbol: string) => number) {
    this.#context = context
    this.#ledger = ledger
    this.#weightOf = weightOf
  }

  readAccounts(): ReadAccounts {
    const now = this.#context.clock.monotonic()
    if (this.#accounts !== null && now - this.#accounts.at < freshMs) return this.#accounts
    const stored = this.#context.cache.accounts.list()
    for (const { account, fetchedAt } of stored) this.#restoreAccount(account, fetchedAt)
    const accounts = stored.map(({ account }) => account)
    this.#accounts = { at: now, accounts, weightOf: this.#weightOf ?? weighPrices(accounts) }
    return this.#accounts
  }

  readBudget(): BudgetSnapshot {
    const now = this.#context.clock.monotonic()
    if (this.#budget === null || now - this.#budget.at >= freshMs)
      this.#budget = { at: now, snapshot: this.#context.readBudget() }
    return this.#budget.snapshot
  }

  /** Quotes stored before this start count as requested and received at that time. */
  restore(followed: readonly Followed[]): void {
    const fresh = followed.map(({ symbol }) => symbol).filter((symbol) => !this.#restored.has(symbol))
    if (fresh.length === 0) return
    for (const symbol of fresh) this.#restored.add(symbol)
    for (const { quote, fetchedAt } of this.#context.cache.quotes.getMany(fresh)) {
      if (this.#ledger.requestedAt(quoteCall(quote.symbol)) !== null) continue
      this.#ledger.restoreRequest(quoteCall(quote.symbol), fetchedAt)
      this.#ledger.seeQuote(quote, fetchedAt, fetchedAt)
    }
  }

  #restoreAccount(account: Account, fetchedAt: number): void {
    const id = accountCall(account.id)
    if (this.#ledger.requestedAt(id) !== null) return
    this.#ledger.restoreRequest(id, fetchedAt)
    this.#ledger.seeAccount(account, fetchedAt, fetchedAt)
  }
}

/**
 * The weight of each price: the value held, |quantity × price| over all accounts. A price that is only watched has the median
 * weight of those held, or 1 if nothing is held. Weights only guide the requests and are never shown, so currencies and contract
 * sizes are ignored, and floats are sufficient.
 */
export function weighPrices(accounts: readonly Account[]): (symbol: string) => number {
  const held = new Map<string, number>()
  for (const { symbol, quantity, currentPrice } of accounts.flatMap(heldPositions)) {
    if (quantity === null || currentPrice === null) continue
    held.set(symbol, (held.get(symbol) ?? 0) + Math.abs(toNumber(quantity) * toNumber(currentPrice)))
  }
  const values = [...held.values()].filter((value) => value > 0).sort((a, b) => a - b)
  const nominal = values[Math.floor(values.length / 2)] ?? 1
  return (symbol) => held.get(symbol) || nominal
}
