import { tick } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import { controlsOf } from './list-keys.ts'

/**
 * Keeps the focus in a list whose items are added and removed. If the focused item or control is removed, the focus moves
 * to the same control of the item that is now at its position. If the whole list is removed, the focus moves to the screen.
 */
export const keepListFocus: Attachment<HTMLElement> = (list) => {
  let last: { readonly item: number; readonly control: number } | null = null

  function note({ target }: FocusEvent): void {
    const item = [...list.children].findIndex((child) => target instanceof Node && child.contains(target))
    const controls = controlsOf(list.children[item] ?? list)
    last = {
      item,
      control: Math.max(
        0,
        controls.findIndex((control) => control === target),
      ),
    }
  }
  function forget({ target, relatedTarget }: FocusEvent): void {
    const noted = last
    // A removed control loses the focus too. The user left a control only if it is still in the page.
    queueMicrotask(() => {
      const wasLeft = relatedTarget !== null || (target instanceof Node && target.isConnected)
      if (wasLeft && last === noted) last = null
    })
  }
  function restore(): void {
    if (last === null || isElsewhere()) return
    const controls = controlsOf(list.children[Math.min(last.item, list.children.length - 1)] ?? list)
    controls[Math.min(last.control, controls.length - 1)]?.focus()
  }

  const observer = new MutationObserver(restore)
  observer.observe(list, { childList: true, subtree: true })
  list.addEventListener('focusin', note)
  list.addEventListener('focusout', forget)
  return () => {
    observer.disconnect()
    if (last !== null)
      void tick().then(() => {
        if (!isElsewhere()) document.querySelector('main')?.focus({ preventScroll: true })
      })
  }
}

const isElsewhere = (): boolean => document.activeElement !== null && document.activeElement !== document.body
