import type { Client } from '../../shared/client.ts'
import type { AppError } from '../../shared/errors.ts'
import { writeClipboard } from '../lib/clipboard.ts'
import { asAppError } from '../lib/host/failure.ts'

/** Copies the health report; without a clipboard, offers the text for copying by hand. */
export class ReportCopy {
  readonly #client: Client
  #phase = $state<'idle' | 'working' | 'copied'>('idle')
  #error = $state.raw<AppError>()
  /** The text of the report if it must be copied by hand; otherwise `undefined`. */
  text = $state<string>()

  constructor(client: Client) {
    this.#client = client
  }

  get phase(): 'idle' | 'working' | 'copied' {
    return this.#phase
  }

  get error(): AppError | undefined {
    return this.#error
  }

  async copy(): Promise<void> {
    if (this.#phase === 'working') return
    this.#phase = 'working'
    this.#error = undefined
    try {
      const { text } = await this.#client.call('health.report')
      const isCopied = await writeClipboard(text)
      this.text = isCopied ? undefined : text
      this.#phase = isCopied ? 'copied' : 'idle'
    } catch (cause) {
      this.#error = asAppError(cause)
      this.#phase = 'idle'
    }
  }
}
