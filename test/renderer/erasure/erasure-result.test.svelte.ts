import { afterEach, expect, test } from 'vitest'
import ErasureResult from '#renderer/erasure/ErasureResult.svelte'
import type { ErasureLine, ErasureReport } from '#shared/model/app/erasure.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const line = (changes: Partial<ErasureLine>): ErasureLine => ({
  ...{ part: 'cache', outcome: 'removed', files: 0, places: [], reason: null },
  ...changes,
})
const report = (lines: ErasureLine[], wasResumed = false): ErasureReport => ({
  ...{ id: 'own-1', name: 'https://own.test', at: Date.UTC(2026, 1, 3), wasResumed, lines },
})
const open = async (shown: ErasureReport): Promise<ErasureReport[][]> => {
  const retried: ErasureReport[][] = []
  page = await mountInApp(
    ErasureResult,
    { reports: [shown], onretried: (next: ErasureReport[]) => void retried.push(next) },
    fixtureTransport({ 'erasure.retry': () => [report([line({ files: 1 })])] }),
  )
  return retried
}
const rows = (): string[] =>
  [...page.target.querySelectorAll('li')].map((row) => row.textContent.replace(/\s+/g, ' ').trim())
const button = (text: string): HTMLButtonElement | undefined =>
  [...page.target.querySelectorAll('button')].find((each) => each.textContent.trim() === text)

test('each part shows its result; a part that could not be removed shows its place and the reason', async () => {
  const failed: Partial<ErasureLine> = {
    part: 'secret',
    outcome: 'failed',
    places: ['the keychain'],
    reason: 'It is locked.',
  }
  const retried = await open(
    report([
      line({ files: 3 }),
      line({ part: 'reports', outcome: 'none' }),
      line(failed),
      line({ part: 'logs', outcome: 'kept' }),
    ]),
  )
  expect(rows()).toEqual([
    'Cache removed, 3 files',
    'Received reports there was none',
    'Secret could not be removed It is locked. the keychain',
    'Log files kept',
  ])
  expect(page.text()).toContain('made elsewhere stay')
  button('Try again')?.click()
  await page.settle()
  expect(retried).toEqual([[report([line({ files: 1 })])]])
})

test('a deletion that a later start completed says so, and does not claim that an empty part never existed', async () => {
  await open(report([line({ outcome: 'none' })], true))
  expect(page.text()).toContain('went on at its next start')
  expect(rows()).toEqual(['Cache nothing was left'])
  expect(button('Try again')).toBeUndefined()
})

test('data of the profile in this browser is removed, and Done opens the connection screen', async () => {
  localStorage.setItem('recent instruments own-1', '[]')
  localStorage.setItem('recent instruments other', '[]')
  await open(report([line({})]))
  expect([...Object.keys(localStorage)].filter((key) => key.startsWith('recent'))).toEqual(['recent instruments other'])
  button('Done')?.click()
  await page.settle()
  expect(page.transport.calls.at(-1)?.method).toBe('erasure.dismiss')
  expect(location.hash).toBe('#/connect')
})
