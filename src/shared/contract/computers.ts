import { z } from 'zod'
import { ComputersState } from '../model/app/computers.ts'
import { nothing, request } from './request.ts'

const Entry = z.strictObject({
  /** The path of a folder that the person's own file sync carries. */
  folder: z.string().trim().min(1).max(4_096),
  /** As typed. */
  code: z.string().max(200),
  /** What other computers call this one. */
  name: z.string().trim().min(1).max(80),
})

/** A folder by which the computers of one person share watchlists, alerts, views, kinds, opening balances and recorded values. */
export const computersRequests = {
  'computers.read': request(nothing, ComputersState),
  /** Makes a code for a new set, in memory only. It is shown once. */
  'computers.offer': request(nothing, z.object({ code: z.string() })),
  /**
   * Creates the set of the offered code in this folder and joins it. Throws `invalid` for another code or a folder that is not there,
   * `no-keychain` when the key cannot be stored; then nothing is changed.
   */
  'computers.create': request(Entry, nothing),
  /** Joins the set of this code. Throws `invalid` when the folder has none of it, `no-keychain`; then nothing is changed. */
  'computers.join': request(Entry, nothing),
  /** Ends the sharing on this computer. What came from others stays here, and the files of this computer stay in the folder. */
  'computers.leave': request(nothing, nothing),
  /** Reads and writes the folder now. */
  'computers.look': request(nothing, nothing),
  /** Settles a conflict with one of its values. Throws `not-found` when it is settled already. */
  'computers.choose': request(
    z.strictObject({ item: z.string().max(4_000), field: z.string().max(100), computer: z.string(), counter: z.int() }),
    nothing,
  ),
}
