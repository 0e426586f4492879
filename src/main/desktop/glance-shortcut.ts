import type { DesktopState } from '../../shared/model/desktop.ts'

/** What of Electron's `globalShortcut` is used. `register` says whether it is had; it throws for what is no shortcut. */
export interface Shortcuts {
  register(accelerator: string, run: () => void): boolean
  unregister(accelerator: string): void
}

/** The one shortcut that works from anywhere. */
export class GlanceShortcut {
  readonly #shortcuts: Shortcuts
  readonly #run: () => void
  #wanted: string | null = null
  #state: DesktopState['shortcut'] = 'none'

  constructor(shortcuts: Shortcuts, run: () => void) {
    this.#shortcuts = shortcuts
    this.#run = run
  }

  get state(): DesktopState['shortcut'] {
    return this.#state
  }

  /** Lets go of the one before. One that cannot be had is asked for again with the next call: its holder may have ended. */
  want(accelerator: string | null): void {
    if (accelerator === this.#wanted && this.#state !== 'taken') return
    if (this.#wanted !== null && this.#state === 'held') this.#shortcuts.unregister(this.#wanted)
    this.#wanted = accelerator
    this.#state = accelerator === null ? 'none' : this.#take(accelerator) ? 'held' : 'taken'
  }

  #take(accelerator: string): boolean {
    try {
      return this.#shortcuts.register(accelerator, this.#run)
    } catch {
      return false // settings let no such thing pass; should Electron know a key less, it is not had
    }
  }
}
