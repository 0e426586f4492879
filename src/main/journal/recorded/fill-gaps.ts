/** A value that was unchanged from `at` until `until` (UTC ms). */
interface Recorded {
  readonly at: number
  readonly until: number
  readonly followsGap: boolean
}

/**
 * Merges the recorded values of several computers. All values of the first computer are kept. Each further computer fills only
 * the times at which no earlier one recorded anything, so that nothing is counted twice. Pass `others` in a fixed order.
 */
export function fillGaps<T extends Recorded>(
  own: readonly T[],
  others: readonly (readonly T[])[],
  maxSilenceMs: number,
): readonly T[] {
  return others.reduce((line, spans) => (spans.length === 0 ? line : fillFrom(line, spans, maxSilenceMs)), own)
}

function fillFrom<T extends Recorded>(line: readonly T[], others: readonly T[], maxSilenceMs: number): readonly T[] {
  const filled: T[] = []
  let end = -Infinity
  for (const [index, span] of line.entries()) {
    const isGap = index === 0 || span.followsGap
    const filling = isGap ? within(others, end, span.at, maxSilenceMs) : []
    filled.push(...filling)
    const last = filling.at(-1)
    filled.push(last === undefined ? span : { ...span, followsGap: span.at - last.until > maxSilenceMs })
    end = span.until
  }
  return [...filled, ...within(others, end, Infinity, maxSilenceMs)]
}

/** The parts of these spans that are between two times. */
function within<T extends Recorded>(
  spans: readonly T[],
  after: number,
  before: number,
  maxSilenceMs: number,
): readonly T[] {
  return spans
    .filter(({ at, until }) => until > after && at < before)
    .map((span, index) => {
      const at = Math.max(span.at, after + 1)
      const followsGap = index === 0 && after !== -Infinity ? at - after > maxSilenceMs : span.followsGap
      return { ...span, at, until: Math.max(at, Math.min(span.until, before)), followsGap }
    })
}
