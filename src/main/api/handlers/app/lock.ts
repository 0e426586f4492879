import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { eraseWords, isEraseWords } from '#shared/text/erase-words.ts'
import type { HandlerContext } from '../../context.ts'
import type { Handlers } from '../../dispatch.ts'

type LockHandlers = Pick<Handlers, Extract<keyof Handlers, `lock.${string}`>>

/** The lock of the app: its state, its PIN, and unlocking. */
export function createLockHandlers(context: HandlerContext): LockHandlers {
  return {
    'lock.read': () => context.lock.state,
    'lock.lock': () => context.lock.lock(),
    'lock.unlock': ({ pin }) => context.lock.unlock(pin),
    'lock.unlockWithSystem': () => context.lock.unlockWithSystem(),
    'lock.unlockWithSecret': ({ secret }) => context.lock.unlockWithSecret(secret),
    async 'lock.eraseAll'({ typed }) {
      if (!context.lock.isLocked) throw new AppError('invalid', m.errors_tidemark_is_not_locked())
      if (!isEraseWords(typed))
        throw new AppError('invalid', m.errors_to_delete_all_data_type_erase_words({ eraseWords: eraseWords() }))
      return [...(await context.profileFiles.deleteAll())]
    },
    'lock.setPin': ({ pin, current }) => context.lock.setPin(pin, current),
    'lock.removePin': ({ current }) => context.lock.removePin(current),
    'lock.allowSystem': ({ pin }) => context.lock.allowSystem(pin),
    'lock.change': (changes) => context.lock.change(changes),
    'lock.noteActivity': () => context.lock.noteActivity(),
  }
}
