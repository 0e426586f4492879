import type { Client } from '../../shared/client.ts'
import type { AppError } from '../../shared/errors.ts'
import { asAppError } from '../lib/failure.ts'
import { maxPasted, resolvePasted, splitPasted, type Resolved } from './paste.ts'

/** Adds a pasted list to a watchlist: what is found goes in, what is not is named and stays in the field. */
export class PasteImport {
  text = $state('')
  #added = $state.raw<readonly string[]>([])
  #left = $state.raw<readonly Exclude<Resolved, { kind: 'found' }>[]>([])
  #error = $state.raw<AppError>()
  #isBusy = $state(false)
  readonly #client: Pick<Client, 'call'>

  readonly names = $derived(splitPasted(this.text))

  constructor(client: Pick<Client, 'call'>) {
    this.#client = client
  }

  get added(): readonly string[] {
    return this.#added
  }
  /** Names that no instrument bears, or several do. */
  get left(): readonly Exclude<Resolved, { kind: 'found' }>[] {
    return this.#left
  }
  get error(): AppError | undefined {
    return this.#error
  }
  get isBusy(): boolean {
    return this.#isBusy
  }
  get isTooLong(): boolean {
    return this.names.length > maxPasted
  }

  /** Begins anew with this text. */
  start(text: string): void {
    this.text = text
    this.#added = []
    this.#left = []
    this.#error = undefined
  }

  /** Resolves each name and adds what is found; tells whether nothing is left over. */
  async run(listId: string): Promise<boolean> {
    if (this.#isBusy || this.isTooLong) return false
    const names = [...this.names]
    const added: string[] = []
    const left: Exclude<Resolved, { kind: 'found' }>[] = []
    let done = 0
    this.#isBusy = true
    this.#error = undefined
    try {
      for (const name of names) {
        const found = resolvePasted(name, await this.#client.call('instruments.search', { text: name, limit: 50 }))
        if (found.kind === 'found') {
          await this.#client.call('watchlists.addSymbol', { id: listId, symbol: found.symbol })
          added.push(found.symbol)
        } else left.push(found)
        done += 1
      }
    } catch (cause) {
      this.#error = asAppError(cause)
    } finally {
      this.#isBusy = false
    }
    this.#added = added
    this.#left = left
    // What was not added stays in the field, to be mended or tried again.
    this.text = [...left.map(({ text }) => text), ...names.slice(done)].join('\n')
    return this.text === ''
  }
}
