// A thread whose calls fail, and that sends a notice before each of them.
import { workerData } from 'node:worker_threads'
import { expose, sendNotice } from '#main/threads/expose.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'

const handlers = {
  known(): void {
    sendNotice('known')
    const cause = Object.assign(new Error(), { code: 'SQLITE_CORRUPT' })
    throw new AppError('not-found', m.common_cash, { cause })
  },
  unknown(): void {
    throw new TypeError('a row of the user')
  },
  add: (a: number, b: number): number => a + b,
}
export type FailingHandlers = typeof handlers

const { isStrict, cannotOpen } = workerData as { readonly isStrict: boolean; readonly cannotOpen: boolean }

function open() {
  if (cannotOpen) throw new AppError('unavailable', m.common_cash)
  return { handlers }
}

expose(open, isStrict ? {} : { failure: m.common_cash })
