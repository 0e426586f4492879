import { createSubscriber } from 'svelte/reactivity'
import { isAloneHash, symbolOf } from './instrument-address.ts'
import { screens, type ScreenName } from './screens.ts'

/** The address of a screen, for a link. */
export const hrefOf = (name: ScreenName): `#/${string}` => `#/${name}`

/** Opens a screen. The address is the only state of the router. */
export function goTo(name: ScreenName): void {
  location.hash = hrefOf(name)
}

/** The screen of an address such as `#/positions` or `#/transactions?q=tax`; the overview if it is unknown. */
export function screenOf(hash: string): ScreenName {
  const name = hash.split(/[/?]/)[1] ?? ''
  if (name === 'connect' || name === 'instrument') return name
  return screens.find((screen) => screen.name === name)?.name ?? 'overview'
}

/** The current screen, reactive. */
export class Router {
  readonly #subscribe = createSubscriber((update) => {
    addEventListener('hashchange', update)
    return () => removeEventListener('hashchange', update)
  })

  get screen(): ScreenName {
    this.#subscribe()
    return screenOf(location.hash)
  }

  /** The screen and its instrument. When it changes, the window scrolls to the top and moves the focus. */
  get place(): string {
    this.#subscribe()
    return [screenOf(location.hash), symbolOf(location.hash)].filter((part) => part !== null).join(' ')
  }

  /** A window for one instrument has no rail. */
  get isAlone(): boolean {
    this.#subscribe()
    return isAloneHash(location.hash)
  }
}
