/**
 * Applies what the address of a screen selects, now and at each change, and removes it from the address, because the user can
 * change it on the screen. `read` returns `null` if the address selects nothing. Returns a function that ends this.
 */
export function takeFromAddress<T>(
  path: `#/${string}`,
  read: (hash: string) => T | null,
  apply: (value: T) => void,
): () => void {
  const take = (): void => {
    const value = read(location.hash)
    if (value === null) return
    history.replaceState(history.state, '', path)
    apply(value)
  }
  take()
  addEventListener('hashchange', take)
  return () => removeEventListener('hashchange', take)
}
