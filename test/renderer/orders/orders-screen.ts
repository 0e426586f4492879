import Orders from '#renderer/orders/Orders.svelte'
import * as data from '../fixtures/data.ts'
import { manyOrders, orderAnswers } from '../fixtures/orders.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'

export const trading = (isReadOnly = false): Partial<Answers> => ({
  'connection.read': () => ({
    ...data.connection(Date.now()),
    session: { ...data.session(Date.now()), isReadOnly },
  }),
})
export const show = (overrides: Partial<Answers> = {}) =>
  mountInApp(Orders, {}, fixtureTransport({ ...trading(), ...orderAnswers(manyOrders), ...overrides }))
export const words = (element: Element) => element.textContent.replace(/\s+/g, ' ').trim()
export const rowOf = ({ target }: Mounted, text: string) => {
  const row = [...target.querySelectorAll<HTMLElement>('tbody tr')].find((element) => words(element).includes(text))
  if (!row) throw new Error(`no row with ${text}`)
  return row
}
export const buttons = ({ target }: Mounted) => [...target.querySelectorAll('button')].map(words)
export const press = (element: HTMLElement, key: string) =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
export const click = (mounted: Mounted, name: string) => {
  const found = [...mounted.target.querySelectorAll<HTMLElement>('button, label')].filter(
    (element) => words(element) === name,
  )
  if (found.length === 0) throw new Error(`no ${name} among ${buttons(mounted).join(', ')}`)
  found.at(-1)?.click()
}
