/** The list with `item` moved to `index` of the list as it is after taking it out; the same list if it is not there. */
export function moveItem<T>(items: readonly T[], item: T, index: number): readonly T[] {
  if (!items.includes(item)) return items
  const rest = items.filter((other) => other !== item)
  const at = Math.max(0, Math.min(rest.length, index))
  return rest.toSpliced(at, 0, item)
}
