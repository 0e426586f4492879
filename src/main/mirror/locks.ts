/** Advisory locks of the mirror: two numbers each, the first of them is Tidemark's own. */
const own = 1_414_350_157

export const lockKeys = {
  /** Held by each transaction that writes: one after the other, so that each sees what the ones before it decided. */
  write: [own, 0],
  /** Held by a run from its beginning to its end: one at a time for each writer. */
  ofWriter: (writer: number): readonly [number, number] => [own, writer],
} as const
