import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { keepPrivateLedger } from '../../cache/ledger/private-copy.ts'
import { openCacheSnapshot } from '../../cache/open.ts'
import type { ThreadClient } from '../../threads/thread-client.ts'
import { LedgerAnswers } from './answers.ts'
import type { LedgerTask } from './messages.ts'

/**
 * Answers in this thread, for a command line program: one question after the other, from the cache as it is at the first
 * question. The cache is only read; the result of a replay is kept for this run. A second thread would take 35 MB more.
 */
export function answerHere(cachePath: string): ThreadClient<LedgerTask> {
  let opened: { readonly answers: LedgerAnswers; readonly close: () => void } | null = null
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  function open() {
    const db = openCacheSnapshot(cachePath)
    keepPrivateLedger(db)
    const answers = new LedgerAnswers({ db, answersMany: false })
    return { answers, close: () => db.close() }
  }

  return {
    ask(task) {
      const answer = last.then(() => {
        if (isClosed) throw new AppError('cancelled', m.ledger_was_closed)
        const { answers } = (opened ??= open())
        return answers.run(task)
      })
      last = answer.catch(() => undefined)
      return answer
    },
    async close() {
      isClosed = true
      const stopped = opened?.answers.stop()
      await last
      await stopped
      opened?.close()
    },
  }
}
