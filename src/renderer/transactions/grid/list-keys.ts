/** The row that a key moves to from `index` in a list of `length` rows; `undefined` if the key does not move. */
export function indexAfterKey(key: string, index: number, length: number, pageRows: number): number | undefined {
  const last = Math.max(0, length - 1)
  const clamp = (next: number) => Math.min(last, Math.max(0, next))
  switch (key) {
    case 'ArrowDown':
      return clamp(index + 1)
    case 'ArrowUp':
      return clamp(index - 1)
    case 'PageDown':
      return clamp(index + pageRows)
    case 'PageUp':
      return clamp(index - pageRows)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
