import { z } from 'zod'
import type { TransactionFilter } from '../../shared/model/transaction/filter.ts'
import type { Separator } from './csv.ts'

/** The input of an export's thread. */
export interface ExportTask {
  readonly cachePath: string
  readonly path: string
  readonly filter: TransactionFilter
  readonly direction: 'newest' | 'oldest'
  readonly separator: Separator
}

/** The messages of an export's thread. `message` is meant for the user; null for an internal error. */
export const ExportMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), written: z.int(), total: z.int().nullable() }),
  z.object({ kind: z.literal('done'), written: z.int() }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('failed'), message: z.string().nullable(), isDamage: z.boolean() }),
])
export type ExportMessage = z.infer<typeof ExportMessage>
