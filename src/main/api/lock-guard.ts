import type { Reply } from '#shared/client.ts'
import type { Topic } from '#shared/contract/contract.ts'
import { hasTrait } from '#shared/contract/request-traits.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { HostFiles } from './context.ts'
import type { Dispatch } from './dispatch.ts'
import type { EventBus } from './events.ts'

interface Lock {
  readonly isLocked: boolean
}

/** The only topic that a locked app publishes. */
const lockedTopic: Topic = 'lock.changed'

const message = (): string => m.errors_tidemark_is_locked_open_it_in_one()
const refusal = (): Reply => ({ ok: false, code: 'locked', message: message() })

/** Refuses all other requests while the app is locked, including earlier requests whose answer is ready only now. */
export const guardDispatch =
  (dispatch: Dispatch, lock: Lock): Dispatch =>
  async (method, params, form) => {
    if (hasTrait(method, 'whileLocked')) return dispatch(method, params, form)
    const isLocked = (): boolean => lock.isLocked
    if (isLocked()) return refusal()
    const reply = await dispatch(method, params, form)
    return isLocked() ? refusal() : reply
  }

/** The events that may leave the main process. While the app is locked, only the change of its lock. */
export const guardEvents = (events: EventBus, lock: Lock): Pick<EventBus, 'listen'> => ({
  listen: (listener) =>
    events.listen((topic, payload) => {
      if (!lock.isLocked || topic === lockedTopic) listener(topic, payload)
    }),
})

/** Opens, shows and saves no file while the app is locked, also when the dialog of a file was open before. */
export const guardFiles = (files: HostFiles, lock: Lock): HostFiles => ({
  async open(path) {
    assertOpen(lock)
    await files.open(path)
  },
  showInFolder(path) {
    assertOpen(lock)
    files.showInFolder(path)
  },
  async choosePath(name) {
    assertOpen(lock)
    const path = await files.choosePath(name)
    assertOpen(lock)
    return path
  },
})

/** Throws `locked` while the app is locked. */
export function assertOpen(lock: Lock): void {
  if (lock.isLocked) throw new AppError('locked', message())
}
