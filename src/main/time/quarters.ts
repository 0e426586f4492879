interface Span {
  /** UTC ms, inclusive. */
  readonly from: number
  /** UTC ms, exclusive. */
  readonly to: number
}

/** Splits a time span at the quarters of UTC years. */
export function* quarters(from: number, to: number): Generator<Span> {
  for (let begin = from; begin < to;) {
    const day = new Date(begin)
    const end = Math.min(to, Date.UTC(day.getUTCFullYear(), 3 * Math.floor(day.getUTCMonth() / 3) + 3))
    yield { from: begin, to: end }
    begin = end
  }
}
