const controls = ['a[href]', 'button:enabled', 'input[type=checkbox]:enabled'].join()

/**
 * Moves the focus from a row of a table to its links and buttons with the right arrow, and back with the left arrow or
 * Escape. The Tab key skips them, because a long table has hundreds. Returns whether the key was used.
 */
export function moveInRow(row: HTMLElement, { key, target }: Pick<KeyboardEvent, 'key' | 'target'>): boolean {
  const stops = [row, ...row.querySelectorAll<HTMLElement>(controls)]
  const at = stops.findIndex((stop) => stop === target)
  const step = { ArrowRight: 1, ArrowLeft: -1, Escape: -at }[key]
  const next = at < 0 || step === undefined || step === 0 ? undefined : stops[at + step]
  next?.focus()
  return next !== undefined
}
