import { tick } from 'svelte'
import { reveal } from '../lib/view-state/reveal.ts'
import type { PanelName } from '../navigation/panels.ts'
import { whenThere } from './when-there.ts'

const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Opens an address and shows the part of its screen that answers, also if the address is already open. Nothing moves any more
 * once the user does something else.
 */
export async function openAddress(hash: string, panel?: PanelName): Promise<void> {
  const before = location.hash
  const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  location.hash = hash
  if (panel === undefined) return
  // Until the screen has read the new address, it shows the parts of the old one.
  if (location.hash !== before) await changed
  // The palette, which is modal, is closed with the next update.
  await tick()
  showWhenThere(panel)
}

function showWhenThere(panel: PanelName): void {
  const listening = new AbortController()
  const stop = whenThere(
    () => document.querySelector<HTMLElement>(`main [data-panel="${panel}"]`),
    (part) => {
      listening.abort()
      reveal(part)
    },
  )
  if (listening.signal.aborted) return
  const giveUp = (): void => {
    listening.abort()
    stop()
  }
  for (const input of inputs)
    document.addEventListener(input, giveUp, { capture: true, passive: true, signal: listening.signal })
}
