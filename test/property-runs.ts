// Before every test file: how its property tests run.
import fc from 'fast-check'

/** The same cases each time, so that a run can be repeated; `npm run fuzz` draws others and names their seed. */
const seed = Number(process.env['TIDEMARK_TEST_SEED'] ?? 20_261)

fc.configureGlobal({ seed })
// A failure is made smaller for as long as this; without a limit the search for the smallest can take hours.
fc.installGlobalPlugin(fc.interruptAfterTimeLimit(30_000))
