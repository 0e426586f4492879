import type { Payload, Topic } from '#shared/contract/contract.ts'
import { defaultSettings } from '#shared/default-settings.ts'
import { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { Journal } from '../journal/journal.ts'
import { isDamage } from '../sqlite/errors.ts'
import type { Thread } from '../threads/wrap.ts'
import type { Clock } from '../time/clock.ts'
import type { LedgerChoices } from './replay/replay-inputs.ts'
import type { LedgerHandlers } from './thread/answers.ts'
import type { Answer, InputVersions } from './thread/current-holdings.ts'

export interface LedgerClientOptions {
  /** Answers the questions: in a worker thread, or in this thread. */
  readonly thread: Thread<LedgerHandlers>
  readonly journal: Pick<Journal, 'settings' | 'openings' | 'bondTerms'>
  readonly clock: Clock
  readonly publish: <T extends Topic>(topic: T, ...payload: Payload<T> extends void ? [] : [Payload<T>]) => void
  /** Called when the thread finds the cache damaged. */
  readonly onDamage: (error: unknown) => void
}

const progressEveryMs = 500

/** Sends questions to the ledger thread, and publishes the accounts whose holdings an answer updated. */
export class LedgerClient {
  readonly #options: LedgerClientOptions
  readonly #thread: Thread<LedgerHandlers>
  readonly #versions = { rows: 0, facts: 0, prices: 0 }

  constructor(options: LedgerClientOptions) {
    this.#options = options
    this.#thread = options.thread
  }

  /** The lot method that the user chose, and the opening balances and maturities that the user entered. */
  get choices(): LedgerChoices {
    const { settings, openings, bondTerms } = this.#options.journal
    return {
      method: settings.get('lotMethod', LotMethod) ?? defaultSettings.lotMethod,
      openings: openings
        .list()
        .map(({ accountId, symbol, currency, amount }) => ({ accountId, symbol, currency, amount })),
      maturities: bondTerms.list().map(({ symbol, maturesOn }) => ({ symbol, maturesOn })),
    }
  }

  get versions(): InputVersions {
    return { ...this.#versions }
  }

  /** Call when such inputs of answers may have changed. */
  noteChanged(inputs: keyof InputVersions): void {
    this.#versions[inputs]++
  }

  /** Throws what the thread throws. */
  async ask<T>(question: (thread: Thread<LedgerHandlers>) => Promise<T>): Promise<T> {
    try {
      return await question(this.#thread)
    } catch (error) {
      if (isDamage(error)) this.#options.onDamage(error)
      throw error
    }
  }

  /** Asks a question whose answer first updates holdings, and publishes their accounts. Throws what the thread throws. */
  async askCurrent<T>(question: (thread: Thread<LedgerHandlers>) => Promise<Answer<T>>): Promise<T> {
    const stopProgress = this.#showProgress()
    try {
      const { value, accountIds } = await this.ask(question)
      for (const accountId of accountIds) this.#options.publish('ledger.changed', { accountId })
      return value
    } finally {
      stopProgress()
    }
  }

  /** Stops the current replay at its next pause. */
  close(): Promise<void> {
    return this.#thread.close('gently')
  }

  /** Publishes the progress of a replay while it runs. */
  #showProgress(): () => void {
    const { clock, publish } = this.#options
    let hasShown = false
    let cancel = (): void => undefined
    const wait = (): void => {
      cancel = clock.after(progressEveryMs, () => {
        hasShown = true
        publish('ledger.progress')
        wait()
      })
    }
    wait()
    return () => {
      cancel()
      if (hasShown) publish('ledger.progress')
    }
  }
}
