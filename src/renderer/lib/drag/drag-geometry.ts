/** A rectangle on screen, in px. */
type Box = Pick<DOMRectReadOnly, 'left' | 'right' | 'top' | 'bottom'>
/** How the items are laid out: one below the other, or side by side (wrapping into rows). */
export type Axis = 'block' | 'inline'

/** Where a dragged item would land: before the item at index `gap`; the marker goes beside item `beside`, on one side of it. */
interface Drop {
  readonly gap: number
  readonly beside: number
  readonly isBehind: boolean
}

/** Finds the gap for a point: next to the nearest box, on the side of the box where the point is. */
export function findDrop(boxes: readonly Box[], x: number, y: number, axis: Axis): Drop | undefined {
  let nearest = -1
  let minDistance = Infinity
  for (const [index, box] of boxes.entries()) {
    const distance = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom))
    if (distance >= minDistance) continue
    nearest = index
    minDistance = distance
  }
  const box = boxes[nearest]
  if (box === undefined) return undefined
  const isBehind = axis === 'block' ? y > (box.top + box.bottom) / 2 : x > (box.left + box.right) / 2
  return { gap: nearest + (isBehind ? 1 : 0), beside: nearest, isBehind }
}

/** The new index of the item that moves from `from` into a gap. Taking it out shifts the gaps after it by one. */
export const indexAfterDrop = (from: number, gap: number): number => (gap > from ? gap - 1 : gap)

/** Moves `item` to `index`, counted in the list without it. Returns the same list if it does not contain the item. */
export function moveItem<T>(items: readonly T[], item: T, index: number): readonly T[] {
  if (!items.includes(item)) return items
  const rest = items.filter((candidate) => candidate !== item)
  const at = Math.max(0, Math.min(rest.length, index))
  return rest.toSpliced(at, 0, item)
}

/** A drag scrolls when it is this close to an edge; closer means faster. */
const edgePx = 40
const maxStepPx = 14

/** Scrolls the container of an element while the pointer is near its upper or lower edge, and reports the pointer. */
export class EdgeScroll {
  readonly #scroller: Element | null
  readonly #onpointer: (x: number, y: number) => void
  #frame: number | undefined
  #at = { x: 0, y: 0 }

  constructor(inside: HTMLElement | undefined, onpointer: (x: number, y: number) => void) {
    this.#scroller = findScroller(inside)
    this.#onpointer = onpointer
  }

  follow(x: number, y: number): void {
    this.#at = { x, y }
    this.#onpointer(x, y)
    this.#frame ??= requestAnimationFrame(() => this.#step())
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#frame = undefined
  }

  #step(): void {
    this.#frame = undefined
    const by = this.#speed()
    if (by === 0 || !this.#scroller) return
    const before = this.#scroller.scrollTop
    this.#scroller.scrollTop += by
    if (this.#scroller.scrollTop !== before) this.follow(this.#at.x, this.#at.y)
  }

  #speed(): number {
    if (!this.#scroller) return 0
    const isPage = this.#scroller === document.scrollingElement
    const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : this.#scroller.getBoundingClientRect()
    const beyond = Math.max(top + edgePx - this.#at.y, 0) || -Math.max(this.#at.y - (bottom - edgePx), 0)
    return -Math.sign(beyond) * Math.min(maxStepPx, Math.ceil(Math.abs(beyond) / 3))
  }
}

function findScroller(inside: HTMLElement | undefined): Element | null {
  for (let element: HTMLElement | null | undefined = inside; element; element = element.parentElement) {
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY))
      return element
  }
  return document.scrollingElement
}
