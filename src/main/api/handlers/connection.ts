import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
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
      return { session, keychain: await context.checkKeychain({ isForced: true }) }
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
      const openId = context.current().profile.id
      return context.listProfiles().map((profile) => ({ ...profile, isOpen: profile.id === openId }))
    },
    async 'profiles.open'({ id }) {
      const profile = context.listProfiles().find((listed) => listed.id === id)
      if (profile === undefined) throw new AppError('not-found', m.errors_this_profile_does_not_exist())
      await context.openProfile(profile)
      return state()
    },
  }
}
