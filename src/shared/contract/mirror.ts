import { z } from 'zod'
import { MirrorState } from '../model/mirror.ts'
import { nothing, request } from './request.ts'

/** The copy of the open profile in PostgreSQL. */
export const mirrorRequests = {
  'mirror.read': request(nothing, MirrorState),
  /**
   * Switches the job on, or off with `null`. Throws `invalid` for a text that cannot be read, and for one with a password:
   * the password belongs into libpq's password file.
   */
  'mirror.set': request(z.strictObject({ to: z.string().min(1).max(2_048).nullable() }), nothing),
  /** Begins a run now. Throws `invalid` while the job is off; a run that goes on is not disturbed. */
  'mirror.run': request(nothing, nothing),
}
