import type { KeyedFile } from '../../sqlite/copy-database.ts'
import type { KeyChange } from '../conversion.ts'

/** The tasks of the thread. Both read whole databases. */
export type SealingTask =
  | ({ readonly kind: 'convert'; readonly directory: string } & KeyChange)
  | { readonly kind: 'copy'; readonly source: KeyedFile; readonly target: KeyedFile }
