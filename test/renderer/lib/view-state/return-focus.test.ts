import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetViewStates } from '#renderer/lib/view-state/history-entries.ts'
import { returnFocus } from '#renderer/lib/view-state/return-focus.ts'
import '../../fixtures/page/dom.ts'

let end: (() => void) | void
const show = (): HTMLElement => {
  document.body.innerHTML = '<input id="other" /><table tabindex="0"></table>'
  const table = document.querySelector('table') ?? expect.fail('no table')
  end = returnFocus('things')(table)
  return table
}
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
})

test('Back returns the focus to the table; a new visit does not', async () => {
  show().focus()
  await go(() => void (location.hash = '#/orders'))
  expect(document.activeElement).not.toBe(show())
  await go(() => history.back())
  const table = show()
  expect(document.activeElement).toBe(table)
})

test('a table without the focus does not get it on return', async () => {
  show()
  await go(() => void (location.hash = '#/orders'))
  await go(() => history.back())
  const table = show()
  expect(document.activeElement).not.toBe(table)
})
