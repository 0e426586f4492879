import type { DesktopState } from '#shared/model/app/system.ts'

/** The used part of Electron's `globalShortcut`. `register` returns whether it succeeded; it throws for an invalid accelerator. */
export interface Shortcuts {
  register(accelerator: string, run: () => void): boolean
  unregister(accelerator: string): void
}

/** The global shortcut that opens the glance. */
export class GlanceShortcut {
  readonly #shortcuts: Shortcuts
  readonly #run: () => void
  #accelerator: string | null = null
  #state: DesktopState['shortcut'] = 'none'

  constructor(shortcuts: Shortcuts, run: () => void) {
    this.#shortcuts = shortcuts
    this.#run = run
  }

  get state(): DesktopState['shortcut'] {
    return this.#state
  }

  /** Replaces the shortcut. If another program holds it, the next call tries again, because that program may have exited. */
  set(accelerator: string | null): void {
    if (accelerator === this.#accelerator && this.#state !== 'taken') return
    if (this.#accelerator !== null && this.#state === 'held') this.#shortcuts.unregister(this.#accelerator)
    this.#accelerator = accelerator
    this.#state = accelerator === null ? 'none' : this.#register(accelerator) ? 'held' : 'taken'
  }

  #register(accelerator: string): boolean {
    try {
      return this.#shortcuts.register(accelerator, this.#run)
    } catch {
      return false // settings validate accelerators, but Electron may not know every key
    }
  }
}
