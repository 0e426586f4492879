import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetViewStates, hideViewStates, isReturn, readValue } from '#renderer/lib/view-state/history-entries.ts'
import { isText, storeFields, ViewState, oneOf } from '#renderer/lib/view-state/view-state.svelte.ts'

const go = async (run: () => void): Promise<void> => {
  const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  run()
  await changed
}
const open = (hash: string) => go(() => void (location.hash = hash))
const back = () => go(() => history.back())
const stateOf = (name = 'filter') => new ViewState(name, '', isText)

beforeEach(async () => {
  if (location.hash !== '#/positions') await open('#/positions')
  forgetViewStates()
})
afterEach(() => forgetViewStates())

test('Back restores the values of its history entry, not the values of a later visit', async () => {
  stateOf().current = 'first'
  await open('#/orders')
  await open('#/positions')
  stateOf().current = 'second'
  await back()
  await back()
  expect(stateOf().current).toBe('first')
  expect(isReturn()).toBe(true)
})

test('a new visit starts with the last values of the screen, and is not a return', async () => {
  stateOf().current = 'bonds'
  await open('#/orders')
  expect(stateOf().current).toBe('')
  await open('#/positions')
  expect(stateOf().current).toBe('bonds')
  expect(isReturn()).toBe(false)
})

test('what a screen stores while the next one is not on display yet belongs to it', async () => {
  const state = stateOf()
  state.current = 'first'
  // A click selects a row and opens its instrument; the value of the row is stored after that.
  await open('#/instrument/A%40X')
  state.current = 'last'
  expect(stateOf().current).toBe('')
  await back()
  expect(stateOf().current).toBe('last')
})

test('when Back leads to a screen before the next one was on display, its last values are written for a reload', async () => {
  const state = stateOf()
  state.current = 'first'
  state.current = 'last'
  await open('#/instrument/A%40X')
  await back()
  // Not `kept`: this DOM does not copy the state, so it would have later values as well.
  expect(history.state).toMatchObject({ latest: { positions: { filter: 'last' } } })
})

test('a change of the address within a screen begins a new entry with its values', async () => {
  const state = stateOf()
  state.current = 'first'
  await open('#/positions?sort=day')
  state.current = 'second'
  await back()
  expect(stateOf().current).toBe('first')
})

test('each instrument has its own values; the query of an address is ignored', async () => {
  await open('#/instrument/A%40X')
  stateOf().current = 'a'
  await open('#/instrument/B%40X')
  expect(stateOf().current).toBe('')
  await open('#/transactions?q=1')
  stateOf().current = 't'
  await open('#/transactions?q=2')
  expect(stateOf().current).toBe('t')
})

test('a page stores its values for a reload when it is left', () => {
  stateOf().current = 'bonds'
  dispatchEvent(new Event('pagehide'))
  expect(history.state).toMatchObject({ kept: { place: 'positions', values: { filter: 'bonds' } } })
})

test('a reactive object, such as a bound sort, is stored as plain data', () => {
  const isSort = (value: unknown): value is { key: string } => typeof value === 'object' && value !== null
  const sort = $state({ key: 'price' })
  new ViewState('sort', { key: '' }, isSort).current = sort
  const stop = $effect.root(() => {
    const view = $state({ order: { key: 'name' } })
    storeFields(view, { order: isSort })
    flushSync()
    view.order = { key: 'amount' }
    flushSync()
  })
  dispatchEvent(new Event('pagehide'))
  stop()
  // The history API throws for a value that it cannot clone.
  expect(structuredClone(history.state)).toMatchObject({
    kept: { values: { sort: { key: 'price' }, 'field order': { key: 'amount' } } },
  })
})

test('after a reload a new visit starts with the values from before the reload', async () => {
  stateOf().current = 'bonds'
  dispatchEvent(new Event('pagehide'))
  vi.resetModules()
  const reloaded = await import('#renderer/lib/view-state/history-entries.ts')
  expect(reloaded.readValue('filter')).toBe('bonds')
  expect(reloaded.isReturn()).toBe(true)
  await open('#/orders')
  await open('#/positions')
  expect(reloaded.readValue('filter')).toBe('bonds')
})

test('a locked window removes its values from the history of the browser, but still knows them', () => {
  stateOf().current = 'bonds'
  dispatchEvent(new Event('pagehide'))
  hideViewStates()
  expect(JSON.stringify(history.state)).not.toContain('bonds')
  expect(readValue('filter')).toBe('bonds')
})

test('a stored value that is not valid is ignored', () => {
  stateOf('grouping').current = 'by planet'
  expect(new ViewState('grouping', 'none', oneOf('none', 'account')).current).toBe('none')
})

test('fields of a view are restored, and their changes are stored', () => {
  const view = $state({ filter: '', page: 1 })
  let stop = $effect.root(() => storeFields(view, { filter: isText }))
  flushSync()
  view.filter = 'bonds'
  flushSync()
  stop()
  const next = $state({ filter: '', page: 1 })
  stop = $effect.root(() => storeFields(next, { filter: isText }))
  expect(next.filter).toBe('bonds')
  stop()
})

test('a history state in another form is ignored', () => {
  forgetViewStates()
  for (const state of [null, 7, { kept: 'x' }, { kept: { id: 1, place: 'positions', values: {} } }]) {
    history.replaceState(state, '')
    expect(readValue('filter')).toBeUndefined()
    forgetViewStates()
  }
})
