import { findDrop, indexAfterDrop, type Axis, EdgeScroll } from './drag-geometry.ts'

/** A pointer that moves less than this is a click, not a drag. */
const minDragPx = 4

interface Options {
  readonly axis: Axis
  /** The elements in their order. */
  readonly items: () => readonly HTMLElement[]
  /** The index of the first element, if only a part of a long list is rendered. */
  readonly firstIndex?: () => number
  /** The element that contains them and the marker. */
  readonly frame: () => HTMLElement | undefined
  /** Called when the item at `from` was dropped; `to` is its index in the list without it. */
  readonly onmove: (from: number, to: number) => void
}

/** The position of the marker in the frame, in px. */
interface Marker {
  readonly x: number
  readonly y: number
  readonly length: number
}

/** Reorders items by dragging with mouse, pen or finger. Escape cancels. */
export class DragOrder {
  readonly axis: Axis
  #from = $state<number>()
  #marker = $state.raw<Marker>()
  readonly #options: Options
  #end: (() => void) | undefined

  constructor(options: Options) {
    this.axis = options.axis
    this.#options = options
  }

  /** The index of the dragged item; `undefined` while nothing is dragged. */
  get from(): number | undefined {
    return this.#from
  }
  get marker(): Marker | undefined {
    return this.#marker
  }

  /** Call on pointerdown on the handle of the item at `from`. */
  start(event: PointerEvent, from: number): void {
    if (event.button !== 0 || !event.isPrimary) return
    this.stop()
    const { clientX, clientY, pointerId } = event
    let gap: number | undefined
    const scroll = new EdgeScroll(this.#options.frame(), (x, y) => (gap = this.#mark(x, y)))
    const listeners = new AbortController()
    const listen = <T extends keyof WindowEventMap>(type: T, listener: (event: WindowEventMap[T]) => void) =>
      addEventListener(type, listener, { signal: listeners.signal, capture: true })

    listen('pointermove', (move) => {
      if (move.pointerId !== pointerId) return
      if (this.#from === undefined && Math.hypot(move.clientX - clientX, move.clientY - clientY) < minDragPx) return
      this.#from = from
      scroll.follow(move.clientX, move.clientY)
    })
    listen('pointerup', (up) => {
      if (up.pointerId !== pointerId) return
      const isDropped = this.#from !== undefined
      this.stop()
      if (!isDropped) return
      ignoreNextClick()
      if (gap !== undefined && indexAfterDrop(from, gap) !== from) this.#options.onmove(from, indexAfterDrop(from, gap))
    })
    listen('pointercancel', () => this.stop())
    listen('blur', (blur) => blur.target === window && this.stop())
    listen('keydown', (key) => {
      if (key.key !== 'Escape' || this.#from === undefined) return
      key.preventDefault()
      key.stopPropagation()
      this.stop()
    })
    document.addEventListener('selectstart', (select) => select.preventDefault(), { signal: listeners.signal })
    this.#end = () => {
      listeners.abort()
      scroll.stop()
    }
  }

  /** Cancels the drag. */
  stop(): void {
    this.#end?.()
    this.#end = undefined
    this.#from = undefined
    this.#marker = undefined
  }

  #mark(x: number, y: number): number | undefined {
    const items = this.#options.items()
    const drop = findDrop(
      items.map((item) => item.getBoundingClientRect()),
      x,
      y,
      this.axis,
    )
    const element = this.#options.frame()
    const frame = element?.getBoundingClientRect()
    const box = drop && items[drop.beside]?.getBoundingClientRect()
    if (!drop || !box || !element || !frame) return undefined
    const isBlock = this.axis === 'block'
    this.#marker = {
      x: (isBlock || !drop.isBehind ? box.left : box.right) - frame.left + element.scrollLeft,
      y: (isBlock && drop.isBehind ? box.bottom : box.top) - frame.top + element.scrollTop,
      length: isBlock ? Math.min(box.right, frame.right) - box.left : box.bottom - box.top,
    }
    return drop.gap + (this.#options.firstIndex?.() ?? 0)
  }
}

/** Suppresses the click that browsers fire at the end of a drag. */
function ignoreNextClick(): void {
  const life = new AbortController()
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', ignore, { capture: true, once: true, signal: life.signal })
  setTimeout(() => life.abort())
}
