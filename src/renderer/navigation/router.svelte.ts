import { createSubscriber } from 'svelte/reactivity'
import { isAloneHash, symbolOf } from '../instrument/address.ts'
import { screens, type ScreenName } from './screens.ts'

/** The address of a screen, for a link. */
export const hrefOf = (name: ScreenName): `#/${string}` => `#/${name}`

/** Goes to a screen: the address is the only state there is. */
export function goTo(name: ScreenName): void {
  location.hash = hrefOf(name)
}

/** Reads the screen from the address: `#/positions`, with or without more behind it, as `#/transactions?q=tax`. What is unknown is the overview. */
export function screenOf(hash: string): ScreenName {
  const name = hash.split(/[/?]/)[1] ?? ''
  if (name === 'connect' || name === 'instrument') return name
  return screens.find((screen) => screen.name === name)?.name ?? 'overview'
}

/** The screen that the address names, live. */
export class Router {
  readonly #subscribe = createSubscriber((update) => {
    addEventListener('hashchange', update)
    return () => removeEventListener('hashchange', update)
  })

  get screen(): ScreenName {
    this.#subscribe()
    return screenOf(location.hash)
  }

  /** What is shown in it: another place is read from its beginning. */
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
