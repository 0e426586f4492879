// Runs in a worker thread: reads of the cache that take longer than a frame, writes of the history, or checks of the file.
import { parentPort, workerData } from 'node:worker_threads'
import { m } from '#shared/messages/messages.js'
import { sqliteCode, asPortable } from '../../sqlite/errors.ts'
import { holdKeyOf } from '../../sqlite/keys.ts'
import { sendFailure, sendResult, writeTextsFor, type ThreadRequest } from '../../threads/messages.ts'
import { systemClock } from '../../time/clock.ts'
import type { ThreadData, ThreadTask } from './messages.ts'
import type { Replies } from './step-queue.ts'
import { openWork, type Work } from './work.ts'

const data = workerData as ThreadData
holdKeyOf(data.path, data.key)
/** After this time without a task the thread releases memory. */
const idleMs = 1_000
let cancelRest = (): void => undefined

function rest(): void {
  try {
    work?.rest()
  } catch (error) {
    // The next task reports a full disk or damage.
    if (sqliteCode(error) === null) throw error
  }
}

function restSoon(): void {
  cancelRest()
  cancelRest = systemClock.after(idleMs, rest)
}

const replies: Replies = {
  sendResult(id, value) {
    sendResult(id, value)
    restSoon()
  },
  fail(id, error) {
    sendFailure(id, asPortable(error), m.cache_the_cache_could_not_be_read)
    restSoon()
  },
}

/** The first task opens it, and gets the error if that fails. */
let work: Work | null = null

parentPort?.on('message', (request: ThreadRequest<ThreadTask> | 'close') => {
  cancelRest()
  if (request === 'close') {
    void (work?.close() ?? Promise.resolve()).then(() => {
      cancelRest()
      parentPort?.close()
    })
    return
  }
  writeTextsFor(request)
  try {
    work ??= openWork(data, replies)
    work.run(request.id, request.task)
  } catch (error) {
    replies.fail(request.id, error)
  }
})
