import { expect, onTestFinished, test } from 'vitest'
import { conflictsOf } from '#main/computers/merge/conflicts.ts'
import { headsByField } from '#main/computers/merge/heads.ts'
import { booked } from '../../fakes/history-service.ts'
import { deliverAll, SimulatedComputer } from './simulated-computers.ts'

function two() {
  const computers = [new SimulatedComputer(1, 2e12), new SimulatedComputer(2, 2e12)] as const
  onTestFinished(() => computers.forEach((computer) => computer.close()))
  return computers
}
const coupon = booked('7', 1_000, 'Coupon')
const withdrawnAt = (since: number) => ({ accountId: 'a', transaction: coupon, since })

test('a withdrawn row of one computer is on both, and its return too', () => {
  const [a, b] = two()
  a.journal.withdrawn.put([withdrawnAt(10)])
  deliverAll([a, b])
  expect(b.journal.withdrawn.list()).toEqual([withdrawnAt(10)])
  b.journal.withdrawn.noteReturned('a', [coupon], 20)
  deliverAll([a, b])
  expect(a.journal.withdrawn.list()).toEqual([])
  expect(a.content()).toEqual(b.content())
})

test('a row that came back with another content keeps what it was, on each computer', () => {
  const [a, b] = two()
  a.journal.withdrawn.put([withdrawnAt(10)])
  deliverAll([a, b])
  a.journal.withdrawn.noteReturned('a', [{ ...coupon, name: 'Tax' }], 20)
  deliverAll([a, b])
  for (const { journal } of [a, b]) expect(journal.former.of('a', '7')).toEqual([{ transaction: coupon, until: 20 }])
})

test('two computers that notice the same row at different times agree, and ask nothing of the user', () => {
  const [a, b] = two()
  a.journal.withdrawn.put([withdrawnAt(10)])
  b.journal.withdrawn.put([withdrawnAt(15)])
  deliverAll([a, b])
  expect(a.journal.withdrawn.list()).toHaveLength(1)
  expect(a.journal.withdrawn.list()).toEqual(b.journal.withdrawn.list())
  expect(conflictsOf(headsByField(a.journal.shared.edits()), a.journal.shared.content())).toEqual([])
  // The next response decides, whatever the other computer last said.
  b.journal.withdrawn.noteReturned('a', [coupon], 20)
  deliverAll([a, b])
  expect([a.journal.withdrawn.list(), b.journal.withdrawn.list()]).toEqual([[], []])
})
