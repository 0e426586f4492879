/** Which of `count` lines a key goes to from line `from` (-1 is none yet); `null` where it is no key for walking. */
export function walk(key: string, from: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return Math.min(from + 1, count - 1)
    case 'ArrowUp':
      return from < 0 ? count - 1 : Math.max(from - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
