import { z } from 'zod'
import { Reconciliation } from '../../../shared/model/ledger/ledger.ts'

/** A reconciliation as the thread reads it, without the names of instruments. */
export const UnnamedReconciliation = Reconciliation.extend({
  positions: z.array(Reconciliation.shape.positions.element.omit({ name: true })),
  /** The figures changed after the last loaded row: newer rows would decide. */
  needsNewerRows: z.boolean(),
})
export type UnnamedReconciliation = z.infer<typeof UnnamedReconciliation>
