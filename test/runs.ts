/**
 * How many cases a property test draws: `count` in `npm run proof` and `npm run fuzz`, a third of it in `npm test`. These are the
 * first ones, so that a case that fails there fails in the proof too.
 */
export const runs = (count: number): number =>
  process.env['TIDEMARK_TEST_RUNS'] === 'all' ? count : Math.ceil(count / 3)
