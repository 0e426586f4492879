import type { Page } from 'playwright'

/** The accented texts that are cut off on the page, and the elements that are wider than their container. */
export async function findClippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    const faults: string[] = []
    for (const part of [document.documentElement, document.querySelector('main')])
      if (part !== null && part.scrollWidth > part.clientWidth + 1)
        faults.push(`${part.tagName} is ${String(part.scrollWidth - part.clientWidth)} px too wide`)

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      if (!text.includes('[') && !text.includes(']')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const rect = range.getBoundingClientRect()
      if (rect.width === 0) continue
      for (let box = node.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, textOverflow, clipPath, position } = getComputedStyle(box)
        // This text is only for screen readers.
        if (clipPath !== 'none' && position === 'absolute') break
        if (overflowX === 'visible') continue
        if (overflowX === 'auto' || overflowX === 'scroll') break
        const place = box.getBoundingClientRect()
        const isCut = rect.right > place.right + 1 || rect.left < place.left - 1
        // The tooltip has the complete text.
        const isInTooltip = textOverflow === 'ellipsis' && box.closest('[title]') !== null
        if (isCut && !isInTooltip) faults.push(`cut: ${text.slice(0, 60)}`)
        if (isCut) break
      }
    }
    return [...new Set(faults)]
  })
}
