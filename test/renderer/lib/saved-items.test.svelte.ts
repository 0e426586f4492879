import { expect, test } from 'vitest'
import { Query } from '#renderer/lib/host/query.svelte.ts'
import { SavedItems } from '#renderer/lib/saved-items.svelte.ts'
import { createClient } from '#shared/client.ts'
import { AppError } from '#shared/errors.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

interface Item {
  readonly id: string
  readonly name: string
  readonly text: string
}

/** Saved items with a host in memory; `host.fails` makes it reject changes. */
async function createItems() {
  const host = { items: [{ id: '1', name: 'First', text: 'a' }] as Item[], fails: false }
  const change = async (items: Item[]) => {
    if (host.fails) throw new AppError('internal', 'The disk is full.')
    host.items = items
  }
  const client = createClient(fixtureTransport())
  const saved = new SavedItems<Item>({
    list: new Query(client, 'views.changed', () => Promise.resolve(host.items)),
    save: ({ id, ...item }) => {
      const others = host.items.filter((known) => known.id !== id)
      return change([...others, { id: id ?? `${host.items.length + 1}`, ...item }])
    },
    remove: (id) => change(host.items.filter((item) => item.id !== id)),
  })
  await saved.list.refresh()
  const names = () => saved.list.current?.map(({ name }) => name)
  return { host, saved, names }
}

test('the list is read again at once after an item is added, renamed or removed', async () => {
  const { saved, names } = await createItems()
  expect(await saved.save({ id: null, name: 'Second', text: 'b' })).toBe(true)
  expect(await saved.save({ id: '1', name: 'Other', text: 'a' })).toBe(true)
  expect(names()).toEqual(['Second', 'Other'])
  await saved.remove({ id: '1', name: 'Other', text: 'a' })
  expect(names()).toEqual(['Second'])
})

test('the last removed item is restored once, as a new item', async () => {
  const { host, saved } = await createItems()
  await saved.remove(host.items[0]!)
  expect(saved.removed?.name).toBe('First')
  await saved.restore()
  await saved.restore()
  expect(host.items).toEqual([{ id: '1', name: 'First', text: 'a' }])
  expect(saved.removed).toBeUndefined()
})

test('a failed removal says why, and the item stays', async () => {
  const { host, saved, names } = await createItems()
  host.fails = true
  await saved.remove(host.items[0]!)
  expect([saved.problem?.message, saved.removed, names()]).toEqual(['The disk is full.', undefined, ['First']])
  host.fails = false
  await saved.remove(host.items[0]!)
  expect([saved.problem, names()]).toEqual([undefined, []])
})
