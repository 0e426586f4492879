import { z } from 'zod'
import { ComputersState } from '../../model/app/computers.ts'
import { OwnName } from '../../model/values.ts'
import { nothing, request } from '../request.ts'

const Entry = z.strictObject({
  /** The path of a folder that the user's own file sync copies between computers. */
  folder: z.string().trim().min(1).max(4_096),
  /** The code as the user typed it. */
  code: z.string().max(200),
  /** The name of this computer, shown on the other computers. */
  name: OwnName,
})

/**
 * The shared folder, through which the computers of one user share watchlists, alerts, views, kinds, opening balances and
 * recorded values.
 */
export const computersRequests = {
  'computers.read': request(nothing, ComputersState),
  /** Creates a code for a new set and keeps it in memory only. The code is shown once. */
  'computers.offer': request(nothing, z.object({ code: z.string() })),
  /**
   * Creates the set of the offered code in this folder and joins it. Throws `invalid` for another code or a missing folder,
   * and `no-keychain` if the key cannot be stored; in both cases nothing changes.
   */
  'computers.create': request(Entry, nothing),
  /**
   * Joins the set of this code. Throws `invalid` if the folder has no such set, and `no-keychain` if the key cannot be
   * stored; in both cases nothing changes.
   */
  'computers.join': request(Entry, nothing),
  /**
   * Stops sharing on this computer. Data from other computers stays here, and the files of this computer stay in the
   * folder.
   */
  'computers.leave': request(nothing, nothing),
  /** Reads and writes the folder now. */
  'computers.check': request(nothing, nothing),
  /** Resolves a conflict with one of its values. Throws `not-found` if it is already resolved. */
  'computers.choose': request(
    z.strictObject({ item: z.string().max(4_000), field: z.string().max(100), computer: z.string(), counter: z.int() }),
    nothing,
  ),
}
