import { z } from 'zod'
import { MirrorState } from '../../model/app/mirror.ts'
import { nothing, request } from '../request.ts'

/** The copy of the open profile in PostgreSQL. */
export const mirrorRequests = {
  'mirror.read': request(nothing, MirrorState),
  /**
   * Switches the job on, or off with `null`. Throws `invalid` for a text that cannot be parsed, and for one that contains a
   * password: the password belongs in the password file of libpq.
   */
  'mirror.set': request(z.strictObject({ to: z.string().min(1).max(2_048).nullable() }), nothing),
  /** Starts a run now. Throws `invalid` while the job is off. A run in progress continues. */
  'mirror.run': request(nothing, nothing),
}
