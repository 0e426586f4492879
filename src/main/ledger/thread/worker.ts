// Runs in its own thread: replays the rows and answers questions about the result.
import { parentPort, workerData } from 'node:worker_threads'
import { m } from '#shared/messages/messages.js'
import { openCacheWriter } from '../../cache/open.ts'
import { asPortable } from '../../sqlite/errors.ts'
import { holdKeyOf } from '../../sqlite/keys.ts'
import { goSecond } from '../../sqlite/write-priority.ts'
import { lowerPriority } from '../../threads/low-priority.ts'
import { sendFailure, sendResult, workFor, type ThreadRequest } from '../../threads/messages.ts'
import { LedgerAnswers } from './answers.ts'
import type { LedgerTask, LedgerThreadData } from './messages.ts'

const { path, key, priority } = workerData as LedgerThreadData
/** A long calculation must not delay the windows; it still goes before the mirror. */
const niceness = 10

lowerPriority(niceness)
holdKeyOf(path, key)
const db = openCacheWriter(path)
goSecond(db, priority)
const answers = new LedgerAnswers({ db, answersMany: true })

parentPort?.on('message', (request: ThreadRequest<LedgerTask> | 'close') => {
  if (request === 'close') {
    void answers.stop().then(() => {
      db.close()
      parentPort?.close()
    })
    return
  }
  const { id, task } = request
  workFor(request, () => answers.run(task)).then(
    (value) => sendResult(id, value),
    (error: unknown) => sendFailure(id, asPortable(error), m.ledger_could_not_be_read),
  )
})
