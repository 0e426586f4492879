import { z } from 'zod'
import type { TransactionFilter } from '../../shared/model/transaction-filter.ts'
import type { Separator } from './csv.ts'

/** What an export's thread is started with. */
export interface ExportOrder {
  readonly cachePath: string
  readonly path: string
  readonly filter: TransactionFilter
  readonly direction: 'newest' | 'oldest'
  readonly separator: Separator
}

/** What it tells. A `message` is words for a person, null for a fault of ours. */
export const ExportNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), written: z.int(), total: z.int().nullable() }),
  z.object({ kind: z.literal('done'), written: z.int() }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('failed'), message: z.string().nullable() }),
])
export type ExportNews = z.infer<typeof ExportNews>
