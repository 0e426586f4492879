import type { HandlerContext } from '../../context.ts'
import type { Handlers } from '../../dispatch.ts'

type SealingHandlers = Pick<Handlers, Extract<keyof Handlers, `sealing.${string}`>>

/** Sealed data of the open profile, and of profiles that wait for their keys. */
export function createSealingHandlers({ sealing, setAsideJournals }: HandlerContext): SealingHandlers {
  return {
    'sealing.read': () => sealing.read(),
    'sealing.offer': () => sealing.offer(),
    'sealing.seal': ({ code }) => sealing.seal(code),
    'sealing.open': () => sealing.open(),
    'sealing.recover': ({ profileId, code }) => sealing.recover(profileId, code),
    'sealing.startOver': ({ profileId, name }) => sealing.startOver(profileId, name),
    'sealing.progress': () => sealing.progress(),
    'sealing.listSetAside': () => setAsideJournals.list(),
    'sealing.inspectSetAside': ({ id, code }) => setAsideJournals.inspect(id, code),
    'sealing.bringBack': ({ id, code }) => setAsideJournals.bringBack(id, code),
  }
}
