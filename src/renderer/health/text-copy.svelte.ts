import type { AppError } from '#shared/errors.ts'
import { ActionRunner } from '../lib/action-runner.svelte.ts'
import { writeClipboard } from '../lib/clipboard.ts'

type Phase = 'idle' | 'working' | 'copied'

/**
 * Copies a text that the main process creates. If the clipboard is not permitted, the text is shown for copying by hand.
 */
export class TextCopy {
  readonly #read: () => Promise<{ readonly text: string }>
  readonly #actions = new ActionRunner()
  #phase = $state<Phase>('idle')
  /** The text if it must be copied by hand; otherwise `undefined`. */
  text = $state<string>()

  constructor(read: () => Promise<{ readonly text: string }>) {
    this.#read = read
  }

  get phase(): Phase {
    return this.#actions.isBusy ? 'working' : this.#phase
  }

  get error(): AppError | undefined {
    return this.#actions.error
  }

  copy(): Promise<void> {
    return this.run(async () => {
      const { text } = await this.#read()
      const isCopied = await writeClipboard(text)
      this.text = isCopied ? undefined : text
      return isCopied ? 'copied' : 'idle'
    })
  }

  /** Runs another action instead of the copy. Only one action runs at a time. */
  async run(action: () => Promise<Phase>): Promise<void> {
    await this.#actions.run('copy', async () => {
      this.#phase = 'idle'
      this.#phase = await action()
    })
  }
}
