import { filters, focusBelow } from './list-keys.ts'

/**
 * Escape in the filter of a screen: clears its text, and without a text moves the focus to the table or list below it, so
 * that the shortcuts work again. In a sheet or a dialog, Escape closes that instead. Returns whether the key was used.
 */
export function leaveFilter({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>): boolean {
  if (key !== 'Escape' || !(target instanceof HTMLInputElement) || !target.matches(filters)) return false
  const main = target.closest('main')
  if (main === null || target.closest('[popover], dialog') !== null) return false
  if (target.value !== '') {
    target.value = ''
    target.dispatchEvent(new Event('input', { bubbles: true }))
  } else if (!focusBelow(target)) main.focus({ preventScroll: true })
  return true
}
