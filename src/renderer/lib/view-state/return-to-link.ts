import type { Attachment } from 'svelte/attachments'
import { secondMs } from '#shared/durations.ts'
import { isReturn, readValue, storeValue } from './history-entries.ts'
import { focusedTable } from './return-focus.ts'

const linkName = 'focused-link'
/** The time within which a screen must show the link. */
const waitMs = 5 * secondMs

/** A link by its address, and by its number among the links of the screen with the same address. */
interface Link {
  readonly href: string
  readonly number: number
}

/**
 * Restores the focus of the link that the user followed from this screen, when Back leads to it again. A focused table
 * does the same itself. `place` is that of the screen.
 */
export const returnToLink =
  (_place: string): Attachment<HTMLElement> =>
  (main) => {
    const note = ({ target }: FocusEvent): void => {
      // The start of a screen gets the focus before its link is there.
      if (!(target instanceof Element) || target === main) return
      const href = target.getAttribute('href')
      const link = href === null ? null : { href, number: linksTo(main, href).indexOf(target) }
      storeValue(linkName, link)
      if (!target.matches('tr, table')) storeValue(focusedTable, '')
    }
    main.addEventListener('focusin', note)
    const stop = isReturn() ? focusWhenThere(main, readValue(linkName)) : undefined
    return () => {
      main.removeEventListener('focusin', note)
      stop?.()
    }
  }

function focusWhenThere(main: HTMLElement, kept: unknown): (() => void) | undefined {
  if (!isLink(kept)) return undefined
  const tryNow = (): void => {
    const { activeElement, body } = document
    const isFree = activeElement === null || activeElement === body || activeElement === main
    const link = isFree ? linksTo(main, kept.href)[kept.number] : undefined
    if (link instanceof HTMLElement) link.focus({ preventScroll: true })
    if (link !== undefined || !isFree) stop()
  }
  const observer = new MutationObserver(tryNow)
  const timer = setTimeout(() => stop(), waitMs)
  const stop = (): void => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(main, { subtree: true, childList: true })
  tryNow()
  return stop
}

const linksTo = (main: Element, href: string): Element[] =>
  [...main.querySelectorAll('a[href]')].filter((link) => link.getAttribute('href') === href)

const isLink = (value: unknown): value is Link =>
  typeof value === 'object' &&
  value !== null &&
  'href' in value &&
  'number' in value &&
  typeof value.number === 'number'
