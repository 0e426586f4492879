import { existsSync, readdirSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { startComputer, pair, checkAll, shared, names } from './started-computers.ts'

test('a wrong code joins no set and stores no key', async () => {
  const { folder, code } = await pair()
  const c = startComputer()
  const flipped = `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`
  await expect(c.computers.join({ folder, code: flipped, name: 'C' })).rejects.toThrow(
    'A character of this code is wrong',
  )
  const otherCode = startComputer().computers.offer()
  await expect(c.computers.join({ folder, code: otherCode, name: 'C' })).rejects.toThrow('nothing with this code')
  expect(c.keychain.accounts).toEqual([])
  expect(c.computers.read().shared).toBeNull()
  expect(existsSync(join(c.directory, 'computers.json'))).toBe(false)
})

test('the code of a new set must be entered before it is used', async () => {
  const [a, b] = [startComputer(), startComputer()]
  const folder = makeTemporaryDirectory()
  a.computers.offer()
  await expect(a.computers.create({ folder, code: b.computers.offer(), name: 'A' })).rejects.toThrow(
    'not the code that was shown',
  )
  expect(readdirSync(folder)).toEqual([])
})

test('leaving keeps the data on both computers and removes the key', async () => {
  const { a, b, set } = await pair()
  a.journal.watchlists.create('One')
  await checkAll(a, b)
  await b.computers.leave()
  expect([names(b), b.keychain.accounts, b.computers.read().shared]).toEqual([['One'], [], null])
  expect(readdirSync(set)).toHaveLength(2)
})

test('a set can be created on the second attempt, after the folder was missing', async () => {
  const a = startComputer()
  const folder = join(makeTemporaryDirectory(), 'missing')
  const code = a.computers.offer()
  await expect(a.computers.create({ folder, code, name: 'A' })).rejects.toThrow('There is no folder')
  mkdirSync(folder)
  await a.computers.create({ folder, code, name: 'A' })
  expect(shared(a).trouble).toBeNull()
})
