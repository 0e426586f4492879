/** Hides a shown column; shows a hidden one before the first column that follows it in the order of `keys`. */
export function toggleColumn<K>(keys: readonly K[], shown: readonly K[], key: K): readonly K[] {
  if (shown.includes(key)) return shown.filter((column) => column !== key)
  const at = shown.findIndex((column) => keys.indexOf(column) > keys.indexOf(key))
  return shown.toSpliced(at < 0 ? shown.length : at, 0, key)
}
