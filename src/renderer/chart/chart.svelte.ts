import type { Attachment } from 'svelte/attachments'

/** What a chart library must offer: Chart.js does. */
export interface Chartlike<D, O = unknown> {
  data: D
  options?: O
  update(mode?: 'none'): void
  destroy(): void
}

/**
 * Builds the chart once; a later change of its data, or of its options (colours after a change of theme), only
 * updates it, without motion.
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

/** The tokens a chart may draw with. */
export type ColourToken =
  'ink' | 'ink-2' | 'ink-3' | 'paper' | 'paper-2' | 'paper-3' | 'line' | 'accent' | 'gain' | 'loss' | 'warn'

/** The colour a token has here and now, as `rgb()`: a canvas library reads neither `var()` nor `oklch()`. */
export function tokenColour(token: ColourToken): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--${token})`
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
