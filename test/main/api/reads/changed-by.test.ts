import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Topic } from '#shared/contract/contract.ts'
import { changedBy, type MethodWith } from '#shared/contract/request-traits.ts'
import { openFilled } from './filled-profile.ts'
import { constantParts, exemptions, partsChanged } from './parts.ts'
import { questions } from './questions.ts'
import { recordReads } from './recorded-reads.ts'

type Queried = MethodWith<'changedBy'>

// What changes the answer of each request is compared with the parts of the profile that its handler reads.

const methods = Object.keys(questions('')) as Queried[]
/** The parts that each handler reads. */
const readBy = new Map<Queried, ReadonlySet<string>>()
let faults: readonly unknown[] = []
let close = (): Promise<void> => Promise.resolve()

beforeAll(async () => {
  let parts = new Set<string>()
  const opened = await openFilled((context) => recordReads(context, (part) => void parts.add(part)))
  ;({ faults, close } = opened)
  const ask = opened.client.call as (method: Queried, params: unknown) => Promise<unknown>
  for (const method of methods) {
    parts = new Set()
    // No report was downloaded, but its handler asks for its file.
    if (method === 'reports.preview') await expect(ask(method, { id: 'report' })).rejects.toThrow()
    else await ask(method, questions(opened.listId)[method])
    readBy.set(method, parts)
  }
}, 60_000)
afterAll(() => close())

const topicsOf = (part: string): Topic[] =>
  (Object.keys(partsChanged) as Topic[]).filter((topic) => partsChanged[topic]?.includes(part))

const isExempt = (method: Queried, part: string): boolean =>
  exemptions.some(({ parts, of }) => parts.includes(part) && of.includes(method))

test('every handler reads without faults, and every part that it reads is known', () => {
  expect(faults).toEqual([])
  const read = [...new Set([...readBy.values()].flatMap((parts) => [...parts]))]
  expect(read.filter((part) => topicsOf(part).length === 0 && !constantParts.includes(part))).toEqual([])
})

test.each(methods)('%s follows what it reads, and nothing else', (method) => {
  const parts = [...(readBy.get(method) ?? [])].filter((part) => !isExempt(method, part))
  const expected = new Set(parts.flatMap(topicsOf))
  expect([...new Set<Topic>(changedBy(method))].sort()).toEqual([...expected].sort())
})

test('no exemption is out of date', () => {
  const unused = exemptions.flatMap(({ why, parts, of }) => [
    ...of.filter((method) => !parts.some((part) => readBy.get(method)?.has(part))).map((method) => `${why}: ${method}`),
    ...parts.filter((part) => !of.some((method) => readBy.get(method)?.has(part))).map((part) => `${why}: ${part}`),
  ])
  expect(unused).toEqual([])
})
