/** Fields of our models that repeat the request, and places where a list continues: they are no content. */
const framing: ReadonlySet<string> = new Set([
  'symbol',
  'id',
  'accountId',
  'nextCursor',
  'hasNext',
  'isFull',
  'received',
  'isFine',
])

/** Whether a decoded answer has no content: only unknown values, empty texts and empty lists. */
export const isEmptyAnswer = (output: object): boolean =>
  Object.entries(output).every(([key, value]) => framing.has(key) || isNothing(value))

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  // Rows that are packed as bytes.
  (typeof value === 'object' && 'count' in value && value.count === 0)
