/** The row that a key moves to from `index` in a list of `count` rows; `undefined` if the key does not move. */
export function rowAfterKey(key: string, index: number, count: number, pageRows: number): number | undefined {
  const last = Math.max(0, count - 1)
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: pageRows, PageUp: -pageRows }[key]
  if (step !== undefined) return Math.min(last, Math.max(0, index + step))
  return key === 'Home' ? 0 : key === 'End' ? last : undefined
}
