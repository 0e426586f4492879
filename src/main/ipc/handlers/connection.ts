import { AppError } from '../../../shared/errors.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'

type ConnectionHandlers = Pick<Handlers, Extract<keyof Handlers, `connection.${string}` | `profiles.${string}`>>

/** Connections and profiles. */
export function createConnectionHandlers(context: HandlerContext): ConnectionHandlers {
  const state = () => context.current().connectionState()
  return {
    'connection.read': state,
    async 'connection.test'({ baseUrl, secret }) {
      const session = await context.testConnection(baseUrl, secret)
      return { session, keychain: await context.checkKeychain({ anew: true }) }
    },
    async 'connection.connect'({ baseUrl, secret, keepIn }) {
      await context.connect(baseUrl, secret, keepIn)
      return state()
    },
    async 'connection.signOut'() {
      await context.signOut()
      return state()
    },
    'connection.pause'({ paused, forMs }) {
      context.current().setPaused(paused, forMs)
      return state()
    },
    'profiles.list'() {
      const open = context.current().profile.id
      return context.listProfiles().map((profile) => ({ ...profile, isOpen: profile.id === open }))
    },
    async 'profiles.open'({ id }) {
      if (!context.listProfiles().some((profile) => profile.id === id))
        throw new AppError('not-found', 'There is no such profile')
      await context.openProfile(id)
      return state()
    },
  }
}
