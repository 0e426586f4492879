import { untrack } from 'svelte'
import type { Client } from '../../../shared/client.ts'
import type { Params } from '../../../shared/contract/contract.ts'
import type { InstrumentPart } from '../../../shared/model/instrument-view.ts'

/** The host forgets a view 45 s after the last message, so it is repeated. */
const repeatMs = 20_000
let viewCount = 0

/** The parts of an instrument that are shown. */
export type Followed = Pick<Params<'instruments.follow'>, 'symbol' | 'accountId' | 'parts' | 'chain'>

/** Reports to the host which parts of an instrument are shown, while the component is mounted. */
export class Follower {
  readonly #viewId = `instrument-${++viewCount}-${Math.random().toString(36).slice(2, 10)}`
  readonly #client: Pick<Client, 'call'>
  readonly #shown: () => Followed

  constructor(client: Pick<Client, 'call'>, shown: () => Followed) {
    this.#client = client
    this.#shown = shown
    const isPageVisible = () => document.visibilityState === 'visible'
    // Compared by value: an equal object is not a change.
    const shownJson = $derived(JSON.stringify(shown()))
    $effect(() => {
      if (shownJson && isPageVisible()) untrack(() => void this.#report(shown(), true))
    })
    $effect(() =>
      untrack(() => {
        const timer = setInterval(() => isPageVisible() && void this.#report(shown(), true), repeatMs)
        const onVisibilityChange = () => void this.#report(shown(), isPageVisible())
        document.addEventListener('visibilitychange', onVisibilityChange)
        return () => {
          clearInterval(timer)
          document.removeEventListener('visibilitychange', onVisibilityChange)
          void this.#report({ ...untrack(shown), parts: [] }, false)
        }
      }),
    )
  }

  /** Reloads one part now. Throws when no request can be sent. */
  async reload(part: InstrumentPart): Promise<void> {
    await this.#send({ ...this.#shown(), parts: [part] }, true, true)
    await this.#report(this.#shown(), true)
  }

  async #report(shown: Followed, isVisible: boolean): Promise<void> {
    // Following only decides what is updated first, and a lost message is repeated soon.
    await this.#send(shown, isVisible, false).catch(() => undefined)
  }

  #send(shown: Followed, isVisible: boolean, reload: boolean): Promise<void> {
    return this.#client.call('instruments.follow', {
      viewId: this.#viewId,
      ...$state.snapshot(shown),
      isVisible,
      again: reload,
    })
  }
}
