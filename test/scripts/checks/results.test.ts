import { expect, test } from 'vitest'
import { countRepeated, countResults, sumUp, type FileResult } from '../../../scripts/checks/results.mjs'

/** A file with tests of these states, named `1`, `2` and so on, and these errors outside a test. */
const fileOf = (file: string, states: readonly string[], ...errors: string[]): FileResult => ({
  file,
  tests: states.map((state, index) => ({
    name: String(index + 1),
    state,
    error: state === 'failed' ? 'no\n  luck' : '',
  })),
  errors,
})
const [good, bad] = [fileOf('good.test.ts', ['passed', 'passed']), fileOf('bad.test.ts', ['passed', 'failed'])]
const badIsGood = fileOf('bad.test.ts', ['passed', 'passed'])

test('tests are counted by their state, and each failed one is named with its error in one line', () => {
  expect(countResults([good, bad, fileOf('new.test.ts', ['skipped', 'pending'])])).toEqual({
    ...{ passed: 3, failed: 1, skipped: 2 },
    failures: ['bad.test.ts: 2: no luck'],
  })
})

test('a file that fails outside its tests counts as one failed test', () => {
  const unloaded = fileOf('unloaded.test.ts', [], 'no such module')
  expect(countResults([unloaded])).toMatchObject({
    passed: 0,
    failed: 1,
    failures: ['unloaded.test.ts: no such module'],
  })
  expect(countResults([fileOf('hook.test.ts', ['skipped'], 'a hook')])).toMatchObject({ failed: 1, skipped: 1 })
  expect(countResults([fileOf('both.test.ts', ['failed'], 'a hook')])).toMatchObject({ failed: 1 })
})

test('a file that failed and passed when it was repeated is flaky, and all its tests count as passed once', () => {
  expect(countRepeated([good, bad], [badIsGood])).toEqual({
    ...{ passed: 4, failed: 0, skipped: 0, failures: [], flaky: ['bad.test.ts: 2'] },
  })
  const hook = fileOf('hook.test.ts', ['skipped'], 'a hook')
  expect(countRepeated([hook], [fileOf('hook.test.ts', ['passed'])])).toMatchObject({
    ...{ passed: 1, failed: 0, skipped: 0, flaky: ['hook.test.ts: a hook'] },
  })
})

test('a file that fails twice has failed, whichever of its tests it is', () => {
  const again = fileOf('bad.test.ts', ['failed', 'passed'])
  expect(countRepeated([good, bad], [again])).toMatchObject({ passed: 3, failed: 1, flaky: [] })
  expect(countRepeated([good, bad], [again]).failures).toEqual(['bad.test.ts: 1: no luck'])
})

test('a file whose repetition has no result, or an error outside it, has failed', () => {
  expect(countRepeated([good, bad], [])).toMatchObject({ passed: 3, failed: 1, flaky: [] })
  const outside = fileOf('vitest', [], 'ended with code 1')
  expect(countRepeated([good, bad], [badIsGood, outside])).toMatchObject({ passed: 4, failed: 1 })
})

test('up to three flaky files in all steps do not fail the run, and a fourth one does', () => {
  const count = (flaky: readonly string[]) => ({ passed: 5, failed: 0, skipped: 1, flaky })
  const unit = { passed: 2, failed: 0, skipped: 0 }
  expect(sumUp([unit, count(['a', 'b']), count(['c'])])).toEqual({
    ...{ passed: 12, failed: 0, skipped: 2, flaky: ['a', 'b', 'c'], isTooFlaky: false },
  })
  expect(sumUp([unit, count(['a', 'b']), count(['c', 'd'])])).toMatchObject({ failed: 1, isTooFlaky: true })
})
