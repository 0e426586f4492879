import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Batch } from '#main/computers/batch.ts'
import { choose, conflictsOf } from '#main/computers/merge/conflicts.ts'
import { headsByField } from '#main/computers/merge/heads.ts'
import { decimalOf } from '#shared/decimal.ts'
import { runs } from '../../runs.ts'
import { deliverAll, SimulatedComputer } from './simulated-computers.ts'

const yearMs = 365 * 86_400_000
const symbols = ['A@X', 'B@X', 'C@X', 'D@X', 'E@X']
const kinds = ['commission', 'tax', 'interest'] as const

type Step = { readonly who: number; readonly action: number; readonly pick: number; readonly other: number }
const step = fc.record({ who: fc.nat(2), action: fc.nat(12), pick: fc.nat(20), other: fc.nat(20) })

const conflicts = ({ journal: { shared } }: SimulatedComputer) => {
  const heads = headsByField(shared.edits())
  return { heads, found: conflictsOf(heads, shared.content()) }
}
const nameOptions = (computer: SimulatedComputer, id: string) =>
  conflicts(computer)
    .found.filter(({ field, item }) => field === 'name' && item.includes(id))
    .flatMap(({ heads }) => heads.map(({ value }) => JSON.parse(value ?? 'null') as string))

/** The names that were written, and the names that the user replaced or removed while they were on screen. */
interface Names {
  readonly written: Set<string>
  readonly replaced: Set<string>
}

function run(computer: SimulatedComputer, { action, pick, other }: Step, names: Names): void {
  const { watchlists, kinds: choices, openings, views } = computer.journal
  const lists = watchlists.list()
  const list = lists[pick % Math.max(1, lists.length)]
  const symbol = symbols[other % symbols.length] ?? ''
  const saved = views.list()
  if (action === 0 || (list === undefined && action < 7)) {
    const name = `list ${computer.newId()}`
    watchlists.create(name, symbols.slice(0, other % 4))
    names.written.add(name)
  } else if (list !== undefined && action === 1) watchlists.addSymbols(list.id, [symbol], { index: pick })
  else if (list !== undefined && action === 2) watchlists.removeSymbol(list.id, symbol)
  else if (list !== undefined && action === 3) {
    const name = `list ${computer.newId()}`
    for (const seen of [list.name, ...nameOptions(computer, list.id)]) names.replaced.add(seen)
    watchlists.rename(list.id, name)
    names.written.add(name)
  } else if (list !== undefined && action === 4) {
    for (const seen of [list.name, ...nameOptions(computer, list.id)]) names.replaced.add(seen)
    watchlists.remove(list.id)
  } else if (list !== undefined && action === 5) watchlists.move(list.id, other)
  else if (list?.symbols.includes(symbol) === true) watchlists.moveSymbol(list.id, symbol, pick)
  else if (action === 7)
    choices.set(
      { scope: 'row', accountId: 'X', id: `${pick % 3}` },
      other % 4 === 3 ? null : (kinds[other % 3] ?? null),
    )
  else if (action === 8)
    openings.put({
      accountId: 'X',
      symbol: symbol,
      currency: null,
      amount: decimalOf(other),
      setAt: computer.now,
    })
  else if (action === 9) openings.remove({ accountId: 'X', symbol, currency: null })
  else if (action === 10)
    views.save({
      ...{ id: saved[pick % Math.max(1, saved.length)]?.id ?? null, name: `view ${computer.newId()}` },
      ...{ filter: { conditions: [], text: symbol }, direction: other % 2 === 0 ? 'newest' : 'oldest' },
    })
  else if (action === 11 && saved[0] !== undefined) views.remove(saved[0].id)
  else settleOne(computer, pick, names)
}

/** The user chooses one of the values of a conflict. */
function settleOne(computer: SimulatedComputer, pick: number, names: Names): void {
  computer.check()
  const { heads, found } = conflicts(computer)
  const conflict = found[pick % Math.max(1, found.length)]
  const head = conflict?.heads[pick % conflict.heads.length]
  const choice = head === undefined ? null : choose(heads, head)
  if (conflict === undefined || choice === null) return
  if (conflict.field === 'name')
    for (const { value } of conflict.heads)
      if (value !== null && value !== choice.value) names.replaced.add(JSON.parse(value) as string)
  computer.choose(choice)
}

test('three computers with clocks years apart agree and lose nothing, in any order of arriving files', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: step },
          { weight: 1, arbitrary: fc.record({ look: fc.nat(2), cut: fc.nat(30), seed: fc.nat() }) },
        ),
        { maxLength: 40 },
      ),
      (steps) => {
        const computers = [2e12, 2e12 - yearMs, 2e12 + yearMs].map(
          (now, index) => new SimulatedComputer(index + 1, now),
        )
        const names: Names = { written: new Set(), replaced: new Set() }
        try {
          for (const each of steps) {
            if ('who' in each) run(at(computers, each.who), each, names)
            else
              at(computers, each.look).check(
                shuffleBatches(
                  computers.flatMap((computer) => computer.log()),
                  each,
                ),
              )
          }
          deliverAll(computers)
          const [first, ...others] = computers
          for (const other of others) {
            expect(other.content()).toEqual(first?.content())
            expect(conflicts(other).found).toEqual(first === undefined ? [] : conflicts(first).found)
          }
          const shown = new Set(first?.journal.watchlists.list().map(({ name }) => name))
          const open = new Set(
            first === undefined ? [] : first.journal.watchlists.list().flatMap(({ id }) => nameOptions(first, id)),
          )
          for (const name of names.written)
            expect(shown.has(name) || open.has(name) || names.replaced.has(name), name).toBe(true)
          // Without further edits nothing more is written.
          const before = computers.map((computer) => computer.log().length)
          deliverAll(computers)
          expect(computers.map((computer) => computer.log().length)).toEqual(before)
        } finally {
          for (const computer of computers) computer.close()
        }
      },
    ),
    { numRuns: runs(60) },
  )
}, 120_000)

const at = (computers: readonly SimulatedComputer[], index: number): SimulatedComputer =>
  computers[index % computers.length] ?? expect.fail('no computer')

/** Some of the batches in random order, some of them twice. */
function shuffleBatches(batches: readonly Batch[], { cut, seed }: { cut: number; seed: number }): Batch[] {
  const weight = (index: number): number => ((index + 1) * (seed % 9_973) * 7_919) % 10_007
  const mixed = batches
    .map((batch, index) => ({ batch, weight: weight(index) }))
    .toSorted((a, b) => a.weight - b.weight)
  const part = mixed.slice(0, batches.length - (cut % (batches.length + 1))).map(({ batch }) => batch)
  return [...part, ...part.slice(0, 2)]
}
