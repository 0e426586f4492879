import { createSubscriber } from 'svelte/reactivity'
import { tokenColour, type ColourToken } from './chart.svelte.ts'

const subscribe = createSubscriber((update) => {
  const observer = new MutationObserver(update)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', update)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', update)
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
