import { findDrop, indexAfterDrop, type Axis } from './drop-gap.ts'
import { EdgeScroll } from './edge-scroll.ts'

/** So far a pointer may slip while it only clicks. */
const slipPx = 4

interface Options {
  readonly axis: Axis
  /** The things in their order. */
  readonly items: () => readonly HTMLElement[]
  /** What encloses them, and the marker. */
  readonly frame: () => HTMLElement | undefined
  /** The thing at `from` was dropped where it has index `to` after it was taken out. */
  readonly onmove: (from: number, to: number) => void
}

/** Where the marker stands in the frame, px. */
interface Marker {
  readonly x: number
  readonly y: number
  readonly length: number
}

/** Puts things in another order by dragging them with mouse, pen or finger; Escape lets all be as it was. */
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

  /** The index of what is dragged; `undefined` while nothing is. */
  get from(): number | undefined {
    return this.#from
  }
  get marker(): Marker | undefined {
    return this.#marker
  }

  /** To be called when a pointer goes down on the handle of the thing at `from`. */
  start(event: PointerEvent, from: number): void {
    if (event.button !== 0 || !event.isPrimary) return
    this.stop()
    const { clientX, clientY, pointerId } = event
    let gap: number | undefined
    const scroll = new EdgeScroll(this.#options.frame(), (x, y) => (gap = this.#mark(x, y)))
    const life = new AbortController()
    const listen = <T extends keyof WindowEventMap>(type: T, listener: (event: WindowEventMap[T]) => void) =>
      addEventListener(type, listener, { signal: life.signal, capture: true })

    listen('pointermove', (move) => {
      if (move.pointerId !== pointerId) return
      if (this.#from === undefined && Math.hypot(move.clientX - clientX, move.clientY - clientY) < slipPx) return
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
    document.addEventListener('selectstart', (select) => select.preventDefault(), { signal: life.signal })
    this.#end = () => {
      life.abort()
      scroll.stop()
    }
  }

  /** Ends a drag without moving anything. */
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
    return drop.gap
  }
}

/** The click that a browser makes of the end of a drag means nothing. */
function ignoreNextClick(): void {
  const life = new AbortController()
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', ignore, { capture: true, once: true, signal: life.signal })
  setTimeout(() => life.abort())
}
