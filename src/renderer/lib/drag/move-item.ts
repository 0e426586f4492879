/** Moves `item` to `index`, counted in the list without it. Returns the same list if it does not contain the item. */
export function moveItem<T>(items: readonly T[], item: T, index: number): readonly T[] {
  if (!items.includes(item)) return items
  const rest = items.filter((candidate) => candidate !== item)
  const at = Math.max(0, Math.min(rest.length, index))
  return rest.toSpliced(at, 0, item)
}
