import { z } from 'zod'
import { ConnectionState, KeychainState, Profile, SessionDetails } from '../model/app/connection.ts'
import { nothing, request } from './request.ts'

const BaseUrl = z.string().min(1).max(2048)
const Secret = z.string().min(1).max(8192)

/**
 * The open connection and the other ones: test, connect, pause, sign out. A secret is a parameter only and never part of a
 * result.
 */
export const connectionRequests = {
  'connection.read': request(nothing, ConnectionState),
  'connection.test': request(
    z.strictObject({ baseUrl: BaseUrl, secret: Secret }),
    z.object({ session: SessionDetails, keychain: KeychainState }),
  ),
  'connection.connect': request(
    z.strictObject({ baseUrl: BaseUrl, secret: Secret, keepIn: z.enum(['keychain', 'memory']) }),
    ConnectionState,
  ),
  /** Removes the secret of the open profile. The cached data stays. */
  'connection.signOut': request(nothing, ConnectionState),
  /** Pauses or resumes. With `forMs` the pause ends automatically after that time. */
  'connection.pause': request(
    z.strictObject({ paused: z.boolean(), forMs: z.int().min(1000).max(604_800_000).optional() }),
    ConnectionState,
  ),
  'profiles.list': request(nothing, z.array(Profile.extend({ isOpen: z.boolean() }))),
  'profiles.open': request(z.strictObject({ id: Profile.shape.id }), ConnectionState),
}
