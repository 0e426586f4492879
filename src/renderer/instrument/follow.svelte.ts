import { untrack } from 'svelte'
import type { Client } from '../../shared/client.ts'
import type { Params } from '../../shared/contract.ts'
import type { InstrumentPart } from '../../shared/model/instrument-view.ts'

/** The host forgets after 45 s. */
const repeatMs = 20_000
let views = 0

/** What is shown of an instrument now. */
export type Followed = Pick<Params<'instruments.follow'>, 'symbol' | 'accountId' | 'parts' | 'chain'>

/** Tells the host which parts of an instrument are shown, for as long as the component is mounted. */
export class Follower {
  readonly #viewId = `instrument-${++views}-${Math.random().toString(36).slice(2, 10)}`
  readonly #client: Pick<Client, 'call'>
  readonly #shown: () => Followed

  constructor(client: Pick<Client, 'call'>, shown: () => Followed) {
    this.#client = client
    this.#shown = shown
    const isSeen = () => document.visibilityState === 'visible'
    // By value: the same parts read anew are no news.
    const news = $derived(JSON.stringify(shown()))
    $effect(() => {
      if (news && isSeen()) untrack(() => void this.#tell(shown(), true))
    })
    $effect(() =>
      untrack(() => {
        const timer = setInterval(() => isSeen() && void this.#tell(shown(), true), repeatMs)
        const look = () => void this.#tell(shown(), isSeen())
        document.addEventListener('visibilitychange', look)
        return () => {
          clearInterval(timer)
          document.removeEventListener('visibilitychange', look)
          void this.#tell({ ...untrack(shown), parts: [] }, false)
        }
      }),
    )
  }

  /** Has one part read now. Fails where nothing can be asked. */
  async again(part: InstrumentPart): Promise<void> {
    await this.#say({ ...this.#shown(), parts: [part] }, true, true)
    await this.#tell(this.#shown(), true)
  }

  async #tell(shown: Followed, isVisible: boolean): Promise<void> {
    // What is followed only orders what is read: a word that is lost is said again soon.
    await this.#say(shown, isVisible, false).catch(() => undefined)
  }

  #say(shown: Followed, isVisible: boolean, again: boolean): Promise<void> {
    return this.#client.call('instruments.follow', {
      viewId: this.#viewId,
      ...$state.snapshot(shown),
      isVisible,
      again,
    })
  }
}
