import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetViewStates } from '#renderer/lib/view-state/history-entries.ts'
import { returnToLink } from '#renderer/lib/view-state/return-to-link.ts'
import { until } from '../../../fakes/until.ts'

let end: (() => void) | void
/** A screen, empty or with its links. */
function show(html: string): HTMLElement {
  document.body.innerHTML = `<main tabindex="-1">${html}</main>`
  const main = document.querySelector('main') ?? expect.fail('no screen')
  end = returnToLink('positions')(main)
  return main
}
const links = '<a href="#/orders" id="one"></a><a href="#/orders" id="two"></a><button id="other"></button>'
const focus = (id: string) => document.getElementById(id)?.focus()
const go = async (run: () => void): Promise<void> => {
  end?.()
  document.body.replaceChildren()
  const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  run()
  await changed
}

beforeEach(async () => {
  if (location.hash !== '#/positions') await go(() => void (location.hash = '#/positions'))
  forgetViewStates()
})
afterEach(() => {
  end?.()
  document.body.replaceChildren()
  forgetViewStates()
})

test('Back returns the focus to the link that was followed, also when the screen shows it later', async () => {
  show(links)
  focus('two')
  await go(() => void (location.hash = '#/orders'))
  show('')
  await go(() => history.back())
  const main = show('')
  main.focus()
  main.innerHTML = links
  await until(
    () => document.activeElement?.id,
    (id) => id === 'two',
  )
})

test('a link that was left before is not focused, and a new visit begins at the screen', async () => {
  show(links)
  focus('two')
  focus('other')
  await go(() => void (location.hash = '#/orders'))
  show('')
  await go(() => history.back())
  show(links)
  expect(document.activeElement).toBe(document.body)
  focus('one')
  await go(() => void (location.hash = '#/orders'))
  show('')
  await go(() => void (location.hash = '#/positions'))
  show(links)
  expect(document.activeElement).toBe(document.body)
})
