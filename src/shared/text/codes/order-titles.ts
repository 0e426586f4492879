import { m } from '../../messages/messages.js'
import type { OrderBucket } from '../../model/order/list.ts'
import { texts } from '../../texts.ts'
import { titleOf } from '../service-words.ts'

/** "SIDE_BUY" → "Buy"; "—" if not stated. */
export const sideWords = (side: string): string => titleOf(side === 'SIDE_UNSPECIFIED' ? '' : side, '—', 'SIDE_')

/** The groups of orders, the most urgent first. */
export const bucketTitles: readonly { readonly key: OrderBucket; readonly title: string }[] = texts([
  { key: 'needs-attention', title: m.orders_need_attention },
  { key: 'working', title: m.words_working },
  { key: 'filled', title: m.words_filled },
  { key: 'ended', title: m.words_ended },
  { key: 'refused', title: m.words_rejected },
])
