import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { keepPrivateLedger } from '../../cache/ledger/private-copy.ts'
import { openCacheSnapshot } from '../../cache/open.ts'
import type { RecordedQuotes } from '../../journal/recorded/quotes.ts'
import type { Thread } from '../../threads/wrap.ts'
import { createLedgerAnswers, type LedgerHandlers } from './answers.ts'

/**
 * Answers in this thread, for a command line program: one question after the other, from the cache as it is at the first
 * question. The cache is only read; the result of a replay is kept for this run. A second thread would take 35 MB more.
 */
export function answerHere(cachePath: string, quotes: RecordedQuotes): Thread<LedgerHandlers> {
  let opened: (ReturnType<typeof createLedgerAnswers> & { readonly close: () => void }) | null = null
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  function open() {
    const db = openCacheSnapshot(cachePath)
    keepPrivateLedger(db)
    return { ...createLedgerAnswers({ db, openQuotes: () => quotes, answersMany: false }), close: () => db.close() }
  }

  const ask = (name: keyof LedgerHandlers, args: readonly unknown[]): Promise<never> => {
    const answer = last.then(() => {
      if (isClosed) throw new AppError('cancelled', m.ledger_was_closed)
      opened ??= open()
      return Reflect.apply(opened.handlers[name], opened.handlers, args) as Promise<never>
    })
    last = answer.catch(() => undefined)
    return answer
  }

  return {
    ask: (name, ...args) => ask(name, args),
    askMoving: (_moved, name, ...args) => ask(name, args),
    async close() {
      isClosed = true
      const stopped = opened?.stop()
      await last
      await stopped
      opened?.close()
    },
  }
}
