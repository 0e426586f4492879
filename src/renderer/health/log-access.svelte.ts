import type { Client } from '../../shared/client.ts'
import type { AppError } from '../../shared/errors.ts'
import { writeClipboard } from '../lib/clipboard.ts'
import { asAppError } from '../lib/host/failure.ts'

/** Copies the last lines of the log, and opens its file. */
export class LogAccess {
  readonly #client: Client
  #phase = $state<'idle' | 'working' | 'copied'>('idle')
  #error = $state.raw<AppError>()
  #text = $state<string>()

  constructor(client: Client) {
    this.#client = client
  }

  get phase(): 'idle' | 'working' | 'copied' {
    return this.#phase
  }

  get error(): AppError | undefined {
    return this.#error
  }

  /** The lines, when the host does not permit the clipboard; undefined otherwise. */
  get text(): string | undefined {
    return this.#text
  }

  copy(): Promise<void> {
    return this.#run(async () => {
      const { text } = await this.#client.call('health.readLog')
      const isCopied = await writeClipboard(text)
      this.#text = isCopied ? undefined : text
      return isCopied ? 'copied' : 'idle'
    })
  }

  open(): Promise<void> {
    return this.#run(async () => {
      await this.#client.call('health.openLog')
      return 'idle'
    })
  }

  async #run(action: () => Promise<'idle' | 'copied'>): Promise<void> {
    if (this.#phase === 'working') return
    this.#phase = 'working'
    this.#error = undefined
    try {
      this.#phase = await action()
    } catch (cause) {
      this.#error = asAppError(cause)
      this.#phase = 'idle'
    }
  }
}
