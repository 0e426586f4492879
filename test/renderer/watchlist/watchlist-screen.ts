import Watchlists from '#renderer/watchlist/Watchlists.svelte'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'

export const show = (overrides: Partial<Answers> = {}) => mountInApp(Watchlists, {}, fixtureTransport(overrides))
export const words = (target: Element) => target.textContent.replace(/\s+/g, ' ')
export const rows = ({ target }: Mounted) => [...target.querySelectorAll<HTMLElement>('[aria-label=Quotes] tbody tr')]
export const symbols = (mounted: Mounted) =>
  rows(mounted).map((row) => row.querySelector<HTMLElement>('.instrument')?.title.split('\n').at(-1))
export const button = ({ target }: Mounted, name: string) => {
  const found = [...target.querySelectorAll('button')].find(
    (candidate) =>
      words(candidate).trim() === name || candidate.ariaLabel === name || candidate.getAttribute('aria-label') === name,
  )
  if (!found) throw new Error(`no button ${name}`)
  return found
}
/** Opens the menu of a list and chooses an item. */
export const choose = async (mounted: Mounted, list: string, item: string) => {
  button(mounted, `More actions for “${list}”`).click()
  await mounted.settle()
  button(mounted, item).click()
  await mounted.settle()
}
export const press = (element: Element, key: string, init: KeyboardEventInit = {}) =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
