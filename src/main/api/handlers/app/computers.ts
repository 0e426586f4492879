import type { HandlerContext } from '../../context.ts'
import type { Handlers } from '../../dispatch.ts'

type ComputersHandlers = Pick<Handlers, Extract<keyof Handlers, `computers.${string}`>>

/** The folder that the user's computers share. */
export const createComputersHandlers = ({ current }: HandlerContext): ComputersHandlers => ({
  'computers.read': () => current().computers.read(),
  'computers.offer': () => ({ code: current().computers.offer() }),
  'computers.create': (entry) => current().computers.create(entry),
  'computers.join': (entry) => current().computers.join(entry),
  'computers.leave': () => current().computers.leave(),
  'computers.check': () => current().computers.check(),
  'computers.choose': (choice) => current().computers.choose(choice),
})
