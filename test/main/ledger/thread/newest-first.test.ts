import { expect, it } from 'vitest'
import { NewestFirst } from '#main/ledger/thread/newest-first.ts'
import { runInSlices } from '#main/ledger/thread/replay-runner.ts'

/** Asks questions of many slices in the same order as the ledger; returns what ended, in order. */
function ask() {
  const order = new NewestFirst()
  const ended: string[] = []
  let isStopped = false
  async function question(subject: string, name: string, slices = 4): Promise<void> {
    const leave = order.enter(subject)
    try {
      await runInSlices(
        busy(slices),
        () => isStopped,
        () => order.turnOf(subject),
      )
      ended.push(name)
    } finally {
      leave()
    }
  }
  return { question, ended, stop: () => (isStopped = true) }
}

/** Each step is longer than a slice. */
function* busy(slices: number): Generator<void> {
  if (Number.isNaN(slices)) throw new Error('no slices')
  for (let done = 0; done < slices; done++) {
    const until = performance.now() + 9
    while (performance.now() < until);
    yield
  }
}

it('a question about a newer subject ends first; the older one continues and ends', async () => {
  const { question, ended } = ask()
  await Promise.all([question('all years', 'old'), question('one year', 'new', 8)])
  expect(ended).toEqual(['new', 'old'])
})

it('questions about the same subject take turns', async () => {
  const { question, ended } = ask()
  await Promise.all([question('a year', 'all figures', 8), question('a year', 'table', 2)])
  expect(ended).toEqual(['table', 'all figures'])
})

it('a subject that is asked about again is the newest', async () => {
  const { question, ended } = ask()
  await Promise.all([question('a', 'a', 6), question('b', 'b', 6), question('a', 'a again', 2)])
  expect(ended).toEqual(['a again', 'a', 'b'])
})

it('a question that fails lets the older ones continue', async () => {
  const { question, ended } = ask()
  const old = question('old', 'old')
  await expect(question('new', 'new', Number.NaN)).rejects.toThrow('no slices')
  await old
  expect(ended).toEqual(['old'])
})

it('an older question ends even while the newer one is asked again and again', async () => {
  const { question, ended } = ask()
  const old = question('old', 'old', 3)
  let isOldDone = false
  void old.then(() => (isOldDone = true))
  let repeated = question('new', 'new', 6)
  for (let count = 0; count < 20 && !isOldDone; count++) {
    const next = question('new', 'new', 6)
    await repeated
    repeated = next
  }
  expect(ended).toContain('old')
  await Promise.all([old, repeated])
})

it('when the ledger is closed, paused questions end too', async () => {
  const { question, stop } = ask()
  const all = Promise.allSettled([question('a', 'a', 20), question('b', 'b', 20), question('c', 'c', 20)])
  stop()
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})
