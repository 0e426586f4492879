/** Where a key leads in a list of `length` rows from `index`; `undefined` for keys that lead nowhere. */
export function indexAfterKey(key: string, index: number, length: number, pageRows: number): number | undefined {
  const last = Math.max(0, length - 1)
  const to = (next: number) => Math.min(last, Math.max(0, next))
  switch (key) {
    case 'ArrowDown':
      return to(index + 1)
    case 'ArrowUp':
      return to(index - 1)
    case 'PageDown':
      return to(index + pageRows)
    case 'PageUp':
      return to(index - pageRows)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
