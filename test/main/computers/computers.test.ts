import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { startComputer, pair, checkAll, shared, names } from './started-computers.ts'

test('edits of each computer reach the other one through the folder', async () => {
  const { a, b } = await pair()
  a.journal.watchlists.create('From desktop', ['A@X'])
  b.journal.watchlists.create('From laptop', ['B@X'])
  await checkAll(a, b)
  expect(names(a)).toEqual(names(b))
  expect(names(a).toSorted()).toEqual(['From desktop', 'From laptop'])
  expect(
    shared(b)
      .computers.map(({ name }) => name)
      .toSorted(),
  ).toEqual(['Desktop', 'Laptop'])
  expect(shared(a)).toMatchObject({ trouble: null, unwritten: 0, faults: [], conflicts: [] })
})

test('the folder contains no readable text', async () => {
  const { a, b, set } = await pair()
  a.journal.watchlists.create('Secret plans', ['SECRET@X'])
  await checkAll(a, b)
  for (const name of readdirSync(set))
    expect(readFileSync(join(set, name), 'latin1')).not.toMatch(/Secret|SECRET|Desktop|Laptop/)
})

test('two renames of one list are a conflict that shows both names; a choice settles it on both computers', async () => {
  const { a, b } = await pair()
  const { id } = a.journal.watchlists.create('Tech')
  await checkAll(a, b)
  a.journal.watchlists.rename(id, 'Technology')
  b.journal.watchlists.rename(id, 'IT')
  await checkAll(a, b)
  const [conflict] = shared(b).conflicts
  expect(conflict).toMatchObject({ kind: 'watchlist', field: 'name' })
  expect(conflict?.options.toSorted((one, other) => one.name.localeCompare(other.name))).toMatchObject([
    { value: { form: 'text', text: 'Technology' }, name: 'Desktop' },
    { value: { form: 'text', text: 'IT' }, name: 'Laptop' },
  ])
  expect(shared(a).conflicts).toEqual(shared(b).conflicts)
  const chosen = conflict?.options.find(({ name }) => name === 'Laptop') ?? expect.fail('no option')
  await b.computers.choose({ item: conflict?.item ?? '', field: 'name', ...chosen })
  await checkAll(a, b)
  expect([names(a), names(b)]).toEqual([['IT'], ['IT']])
  expect([...shared(a).conflicts, ...shared(b).conflicts]).toEqual([])
  await expect(a.computers.choose({ item: conflict?.item ?? '', field: 'name', ...chosen })).rejects.toThrow(
    'settled already',
  )
})

test('without the key nothing is read or written, and the reason is shown', async () => {
  const { a, b } = await pair()
  await a.stop()
  a.keychain.isSilentlyLocked = true
  const restarted = startComputer(a.directory, a.keychain)
  restarted.journal.watchlists.create('Waits')
  await restarted.computers.check()
  expect(shared(restarted).trouble).toContain('Unlock it')
  // The keychain may ask for a password each time.
  const read = vi.spyOn(a.keychain, 'read')
  await restarted.clock.advance(30 * minuteMs)
  expect(read).not.toHaveBeenCalled()
  a.keychain.isSilentlyLocked = false
  restarted.computers.noteUnlock()
  await restarted.clock.advance(1)
  await restarted.computers.check()
  expect(shared(restarted).trouble).toBeNull()
  await checkAll(restarted, b)
  expect(names(b)).toEqual(['Waits'])
})
