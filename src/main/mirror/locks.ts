/** Advisory locks of the mirror. Each is two numbers; the first identifies Tidemark. */
const own = 1_414_350_157

export const lockKeys = {
  /**
   * Held by each transaction that writes. They run one after the other, so that each sees the results of the ones before it.
   */
  write: [own, 0],
  /** Held by a run from its start to its end: each writer has one run at a time. */
  ofWriter: (writer: number): readonly [number, number] => [own, writer],
} as const
