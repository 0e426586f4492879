import type { HandlerContext } from '../../context.ts'
import type { Handlers } from '../../dispatch.ts'

type MirrorHandlers = Pick<Handlers, Extract<keyof Handlers, `mirror.${string}`>>

/** The copy of the open profile in PostgreSQL. */
export function createMirrorHandlers({ current }: Pick<HandlerContext, 'current'>): MirrorHandlers {
  return {
    'mirror.read': () => current().mirror.state(),
    'mirror.set': ({ to }) => current().mirror.set(to),
    'mirror.run': () => current().mirror.runNow(),
  }
}
