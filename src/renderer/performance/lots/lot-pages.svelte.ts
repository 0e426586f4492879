import { untrack } from 'svelte'
import type { AppError } from '#shared/errors.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { RealizedLot, RealizedLots } from '#shared/model/ledger/realized-lots.ts'
import type { App } from '../../lib/app.svelte.ts'
import { asAppError } from '../../lib/host/failure.ts'
import { query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'
import { performanceCoalesceMs, type Scope } from '../view/performance-view.svelte.ts'

/** The number of lots per request. */
const pageSize = 500

/** The realized lots of a scope: the first page with totals, and further pages on request. */
export class LotPages {
  readonly #app: App
  readonly #scope: () => Scope & { readonly method?: LotMethod }
  readonly #first: Query<RealizedLots>
  /** The pages after the first, with the first page to which they belong. */
  #more = $state.raw<{ readonly first: RealizedLots; readonly lots: readonly RealizedLot[] }>()
  #isLoading = $state(false)
  #moreError = $state.raw<AppError>()

  constructor(app: App, scope: () => Scope & { readonly method?: LotMethod }) {
    this.#app = app
    this.#scope = scope
    this.#first = query(app.client, 'performance.realized', () => ({ ...scope(), offset: 0, limit: pageSize }), {
      coalesceMs: performanceCoalesceMs,
    })
  }

  get current(): RealizedLots | undefined {
    return this.#first.current
  }
  get error(): AppError | undefined {
    return this.#first.error ?? this.#moreError
  }
  get isLoading(): boolean {
    return this.#isLoading
  }

  /** The lots read so far, the latest first. */
  readonly lots = $derived.by((): readonly RealizedLot[] => {
    const first = this.#first.current
    if (first === undefined) return []
    return this.#more?.first === first ? [...first.lots, ...this.#more.lots] : first.lots
  })
  get isComplete(): boolean {
    return this.lots.length >= (this.current?.lotCount ?? 0)
  }

  /** Reads the next page, unless all lots are read. */
  async readMore(): Promise<void> {
    const first = this.current
    if (first === undefined || this.#isLoading || this.isComplete) return
    const known = untrack(() => this.lots)
    this.#isLoading = true
    this.#moreError = undefined
    try {
      const page = await this.#app.client.call('performance.realized', {
        ...this.#scope(),
        offset: known.length,
        limit: pageSize,
      })
      // A page of another scope, or of older transactions, is dropped.
      if (this.current === first && page.lotCount === first.lotCount)
        this.#more = { first, lots: [...known.slice(first.lots.length), ...page.lots] }
    } catch (cause) {
      this.#moreError = asAppError(cause)
    } finally {
      this.#isLoading = false
    }
  }
}
