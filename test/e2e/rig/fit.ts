import type { Page } from 'playwright'

/**
 * The layout faults of a page in its current state: elements that make it scroll sideways, or the page in place of the screen;
 * tables that scroll sideways; figures and times that are cut off or reach into the next one; fields too narrow to read what is
 * typed; and other text that is cut off without an ellipsis or a title with the complete text. Text that can be scrolled into
 * view inside its own box is not a fault, except in popovers and dialogs.
 */
export const findLayoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    const faults: string[] = []
    const nameOf = (element: Element): string => {
      const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)
      return `${element.tagName.toLowerCase()}${[...element.classList].map((name) => `.${name}`).join('')} “${text}”`
    }
    for (const part of [document.documentElement, document.querySelector('main')]) {
      if (part !== null && part.scrollWidth > part.clientWidth)
        faults.push(`${part.tagName} is ${part.scrollWidth - part.clientWidth} px too wide`)
    }
    // Screens scroll inside the page.
    const extraPx = document.documentElement.scrollHeight - document.documentElement.clientHeight
    if (extraPx > 0) faults.push(`the page is ${extraPx} px too high`)
    for (const table of document.querySelectorAll('main table:is([role=grid], [role=treegrid])')) {
      // Inside closed details.
      if (!table.checkVisibility()) continue
      const extraPx = Math.round(table.getBoundingClientRect().width - (table.parentElement?.clientWidth ?? 0))
      if (extraPx > 1) faults.push(`${table.ariaLabel ?? 'a table'} scrolls sideways by ${extraPx} px`)
    }
    const isHidden = (element: Element): boolean => element.closest('.visually-hidden, [aria-hidden=true]') !== null
    for (const part of document.querySelectorAll(
      ':is(:popover-open, dialog[open]), :is(:popover-open, dialog[open]) *',
    )) {
      const extraPx = part.scrollWidth - part.clientWidth
      if (extraPx > 1 && /auto|scroll/.test(getComputedStyle(part).overflowX))
        faults.push(`${part.ariaLabel ?? nameOf(part)} scrolls sideways by ${extraPx} px`)
    }
    for (const field of document.querySelectorAll<HTMLInputElement>(
      'main input:is([type=search], [type=text], :not([type]))',
    ))
      if (field.checkVisibility() && field.clientWidth < 80)
        faults.push(`the field “${field.ariaLabel ?? field.placeholder}” is ${field.clientWidth} px wide`)
    for (const figure of document.querySelectorAll('main dl > div')) {
      const extraPx = figure.scrollWidth - figure.clientWidth
      if (figure.checkVisibility() && extraPx > 1 && getComputedStyle(figure).overflowX === 'visible')
        faults.push(`${nameOf(figure)} reaches ${extraPx} px into the next figure`)
    }
    /** Whether a box around the text scrolls or, if the text is no figure or time, shows an ellipsis or has a title. */
    const isReadable = (element: Element): boolean => {
      const isFigure = element.closest('data, .time') !== null
      for (let box: Element | null = element; box !== null; box = box.parentElement) {
        const style = getComputedStyle(box)
        if (/auto|scroll/.test(style.overflowX) && box.tagName !== 'MAIN') return true
        if (!isFigure && (style.textOverflow === 'ellipsis' || box.hasAttribute('title'))) return true
      }
      return false
    }
    for (const element of document.querySelectorAll<HTMLElement>('main *, header *, nav *, dialog[open] *')) {
      if (element.childElementCount > 0 || (element.textContent ?? '').trim() === '' || isHidden(element)) continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(element)
      const text = range.getBoundingClientRect()
      if (text.width <= 1 || isReadable(element)) continue
      for (let box: HTMLElement | null = element; box !== null; box = box.parentElement) {
        const style = getComputedStyle(box)
        if (style.position === 'absolute' && style.clipPath !== 'none') break
        const cuts = box === document.documentElement || /hidden|clip/.test(style.overflowX)
        const edge = box.getBoundingClientRect()
        if (cuts && (text.right > edge.right + 1 || text.left < edge.left - 1)) {
          faults.push(
            `cut off by ${Math.round(Math.max(text.right - edge.right, edge.left - text.left))} px: ${nameOf(element)}`,
          )
          break
        }
      }
    }
    return [...new Set(faults)].slice(0, 12)
  })
