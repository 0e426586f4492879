import type { CDPSession, Page } from 'playwright'

/** The element that has the focus, and its faults for a user without a mouse. */
interface Focused {
  /** The element in short, for messages. */
  readonly of: string
  readonly faults: readonly string[]
}

const maxFrames = 60

/** Reads the focus of a page: where it is, whether it can be seen, and its accessible name. */
export async function focusReader(page: Page): Promise<() => Promise<Focused>> {
  const session = await page.context().newCDPSession(page)
  return async () => {
    const { of, faults, isScreen } = await page.evaluate(readFocus)
    let name = isScreen ? 'the screen' : await accessibleName(session)
    // On a busy computer the accessibility tree can be older than the page for some frames.
    for (let frame = 0; name === '' && frame < maxFrames; frame++) {
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)))
      name = await accessibleName(session)
    }
    return { of: `${of} “${name}”`, faults: name === '' ? [...faults, 'has no name'] : faults }
  }
}

/** The accessible name of the element with the focus, or of its active item. */
async function accessibleName(session: CDPSession): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' })
  if (result.objectId === undefined) return ''
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    ...{ objectId: result.objectId, fetchRelatives: false },
  })
  const name: unknown = nodes[0]?.name?.value
  return typeof name === 'string' ? name.trim() : ''
}

/** Runs in the page, after it is painted. */
async function readFocus(): Promise<{ of: string; faults: string[]; isScreen: boolean }> {
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  const holder = document.activeElement
  if (!(holder instanceof HTMLElement) || holder === document.body)
    return { of: 'body', faults: ['the focus is lost'], isScreen: true }
  const of = [holder.tagName.toLowerCase(), ...holder.classList].join('.').replace(/\.svelte-\w+/g, '')
  // A screen or a heading that receives the focus is not a control and needs no ring.
  const isScreen = holder.matches('main, h2[tabindex="-1"]')
  if (isScreen) return { of, faults: [], isScreen }
  const active = document.getElementById(holder.getAttribute('aria-activedescendant') ?? '') ?? holder
  const faults: string[] = []

  // A hidden radio button is shown by its label.
  const shown = active.matches('input.visually-hidden') ? (active.closest('label') ?? active) : active
  const box = shown.getBoundingClientRect()
  const isShown = box.width > 0 && box.height > 0 && shown.checkVisibility({ visibilityProperty: true })
  if (!isShown) faults.push('is not visible')
  let [left, top, right, bottom] = [Math.max(0, box.left), Math.max(0, box.top), box.right, box.bottom]
  for (let parent = shown.parentElement; parent !== null; parent = parent.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(parent)
    const edge = parent.getBoundingClientRect()
    if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
    if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
    if (position === 'fixed') break
  }
  ;[right, bottom] = [Math.min(innerWidth, right), Math.min(innerHeight, bottom)]
  const isTall = box.height > innerHeight / 2
  if (isShown && (right - left < Math.min(8, box.width) || bottom - top < Math.min(isTall ? 40 : 12, box.height)))
    faults.push(`is out of view at ${Math.round(box.left)}, ${Math.round(box.top)}`)

  const hasRing = (element: Element | null): boolean => {
    if (element === null) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || /inset|0px 0px 0px [1-9]/.test(boxShadow)
  }
  const background = (element: Element): string => getComputedStyle(element).backgroundColor
  const isMarked =
    active.matches('[role=menuitem], [role=option], [role=row], tr') && background(active) !== 'rgba(0, 0, 0, 0)'
  // The ring of a table row may be on its cells.
  const cell = active.querySelector(':scope > td')
  if (isShown && !hasRing(shown) && !hasRing(cell) && !hasRing(active) && !hasRing(holder) && !isMarked)
    faults.push('has no focus ring')
  return { of, faults, isScreen }
}
