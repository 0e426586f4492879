import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  forgetViewStates,
  hideViewStates,
  isReturn,
  readValue,
} from '../../../../src/renderer/lib/view-state/history-entries.ts'
import { isText, storeFields, ViewState, oneOf } from '../../../../src/renderer/lib/view-state/view-state.svelte.ts'

const go = async (run: () => void): Promise<void> => {
  const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  run()
  await changed
}
const open = (hash: string) => go(() => void (location.hash = hash))
const back = () => go(() => history.back())
const kept = (name = 'filter') => new ViewState(name, '', isText)

beforeEach(async () => {
  if (location.hash !== '#/positions') await open('#/positions')
  forgetViewStates()
})
afterEach(() => forgetViewStates())

test('Back restores the values of that entry, not those of a later visit', async () => {
  kept().current = 'first'
  await open('#/orders')
  await open('#/positions')
  kept().current = 'second'
  await back()
  await back()
  expect(kept().current).toBe('first')
  expect(isReturn()).toBe(true)
})

test('a new visit starts with the last values of the screen, and does not count as a return', async () => {
  kept().current = 'bonds'
  await open('#/orders')
  expect(kept().current).toBe('')
  await open('#/positions')
  expect(kept().current).toBe('bonds')
  expect(isReturn()).toBe(false)
})

test('two instruments keep their own values; the query of an address does not matter', async () => {
  await open('#/instrument/A%40X')
  kept().current = 'a'
  await open('#/instrument/B%40X')
  expect(kept().current).toBe('')
  await open('#/transactions?q=1')
  kept().current = 't'
  await open('#/transactions?q=2')
  expect(kept().current).toBe('t')
})

test('a page writes its values for a reload when it is left', () => {
  kept().current = 'bonds'
  dispatchEvent(new Event('pagehide'))
  expect(history.state).toMatchObject({ kept: { place: 'positions', values: { filter: 'bonds' } } })
})

test('a reactive object, such as a bound sort, is written as plain data', () => {
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
  // The history of a browser throws for a value that it cannot clone.
  expect(structuredClone(history.state)).toMatchObject({
    kept: { values: { sort: { key: 'price' }, 'field order': { key: 'amount' } } },
  })
})

test('after a reload a new visit starts with the values from before the reload', async () => {
  kept().current = 'bonds'
  dispatchEvent(new Event('pagehide'))
  vi.resetModules()
  const reloaded = await import('../../../../src/renderer/lib/view-state/history-entries.ts')
  expect(reloaded.readValue('filter')).toBe('bonds')
  expect(reloaded.isReturn()).toBe(true)
  await open('#/orders')
  await open('#/positions')
  expect(reloaded.readValue('filter')).toBe('bonds')
})

test('a locked window removes its values from the history of the browser, and has them again when it is unlocked', () => {
  kept().current = 'bonds'
  dispatchEvent(new Event('pagehide'))
  hideViewStates()
  expect(JSON.stringify(history.state)).not.toContain('bonds')
  expect(readValue('filter')).toBe('bonds')
})

test('a value of another version is ignored', () => {
  kept('grouping').current = 'by planet'
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

test('a history state of another program is ignored', () => {
  forgetViewStates()
  for (const state of [null, 7, { kept: 'x' }, { kept: { id: 1, place: 'positions', values: {} } }]) {
    history.replaceState(state, '')
    expect(readValue('filter')).toBeUndefined()
    forgetViewStates()
  }
})
