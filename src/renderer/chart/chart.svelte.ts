import type { Attachment } from 'svelte/attachments'
import { createSubscriber } from 'svelte/reactivity'

/** The part of a chart that the attachment needs; a Chart.js chart has it. */
export interface Chartlike<D, O = unknown> {
  data: D
  options?: O
  update(mode?: 'none'): void
  destroy(): void
}

/**
 * An attachment that creates the chart once. When its data or options change (for example the colours of the theme), the
 * chart is updated without animation.
 */
export function chart<D, O>(
  make: (canvas: HTMLCanvasElement) => Chartlike<D, O>,
  data: () => D,
  options?: () => O,
): Attachment<HTMLCanvasElement> {
  return (canvas) => {
    const instance = make(canvas)
    $effect(() => {
      if (options) instance.options = options()
      instance.data = data()
      instance.update('none')
    })
    return () => instance.destroy()
  }
}

/** The colour tokens that charts use. */
type ColourToken =
  | 'ink'
  | 'ink-2'
  | 'ink-3'
  | 'paper'
  | 'paper-2'
  | 'paper-3'
  | 'line'
  | 'accent'
  | 'gain'
  | 'loss'
  | 'warn'

/** The current colour of a token as `rgb()`: a canvas library understands neither `var()` nor `oklch()`. */
function tokenColour(token: ColourToken): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--${token})`
  // With forced colours text has the colour of the system, and lines and areas keep theirs: one colour would merge them.
  probe.style.setProperty('forced-color-adjust', token.startsWith('ink') ? 'auto' : 'none')
  document.body.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  const context = paintingContext()
  if (!context) return colour
  context.clearRect(0, 0, 1, 1)
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}

let painting: CanvasRenderingContext2D | null | undefined

function paintingContext(): CanvasRenderingContext2D | null {
  if (painting !== undefined) return painting
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  painting = canvas.getContext('2d', { willReadFrequently: true })
  return painting
}

/** A chart that draws nothing, for hosts without a canvas; the text next to a chart carries the same information. */
export const noChart = <D, O>(data: D): Chartlike<D, O> => ({ data, update: () => undefined, destroy: () => undefined })

const subscribe = createSubscriber((update) => {
  const observer = new MutationObserver(update)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette'] })
  const system = [matchMedia('(prefers-color-scheme: dark)'), matchMedia('(forced-colors: active)')]
  for (const query of system) query.addEventListener('change', update)
  return () => {
    observer.disconnect()
    for (const query of system) query.removeEventListener('change', update)
  }
})

/** The colour of a token for a canvas. Effects that read it run again when the theme or the palette changes. */
export function chartColour(token: ColourToken): string {
  subscribe()
  return tokenColour(token)
}

/** `count` colours from `from` to `to`, all as `rgb()`, for the parts of a whole. */
export function ramp(from: string, to: string, count: number): string[] {
  const [start, end] = [channels(from), channels(to)]
  return Array.from({ length: count }, (_, index) => {
    const share = count < 2 ? 0 : index / (count - 1)
    const mixed = start.map((channel, at) => Math.round(channel + ((end[at] ?? channel) - channel) * share))
    return `rgb(${mixed.join(', ')})`
  })
}

const channels = (colour: string): number[] => (colour.match(/\d+(\.\d+)?/g) ?? []).slice(0, 3).map(Number)
