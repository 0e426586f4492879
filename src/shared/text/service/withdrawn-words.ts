import { m } from '../../messages/messages.js'
import { counted } from '../counted.ts'
import type { Format } from '../format.ts'

/** How many transactions the service no longer sends, and that no figure contains them. */
export const withdrawnWords = (count: number, format: Pick<Format, 'count'>) => ({
  title: m.words_transactions_no_longer_sent(counted(count, format)),
  more: m.words_withdrawn_are_in_no_figure({ count }),
})
