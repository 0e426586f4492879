import type { NoticeRow, StoredNotice } from '#shared/model/alert.ts'
import { readFacts } from '../cache/instrument-facts.ts'

/** Adds the present names of the instruments. */
export function nameNotices(cache: Parameters<typeof readFacts>[0], notices: readonly StoredNotice[]): NoticeRow[] {
  const symbolOf = ({ condition }: StoredNotice): string | null => ('symbol' in condition ? condition.symbol : null)
  const factsOf = readFacts(
    cache,
    notices.flatMap((notice) => symbolOf(notice) ?? []),
  )
  return notices.map((notice) => {
    const symbol = symbolOf(notice)
    return { ...notice, instrumentName: symbol === null ? null : factsOf(symbol).name }
  })
}
