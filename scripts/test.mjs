// `npm test -- [static|unit|browser|desktop …]`: runs all checks or some parts; the last line has the counts.
import { proofs } from './checks/proofs.mjs'
import { maxFlaky, sumUp } from './checks/results.mjs'
import { steps } from './checks/steps.mjs'
import { canInstall } from './debian.mjs'
import { compileMessages } from './messages/compile.mjs'

// Types and lint read the compiled messages.
await compileMessages()

/** @typedef {import('./checks/steps.mjs').Step} Step */

const parts = ['static', 'unit', 'browser', 'desktop']
const wanted = process.argv.slice(2)
const unknown = wanted.filter((part) => !parts.includes(part))
if (unknown.length > 0) {
  console.error(`npm test -- [${parts.join('|')} …]; unknown part: ${unknown.join(', ')}`)
  process.exit(2)
}

// In CI, if missing packages could be installed, a step that cannot run counts as failed.
const mustRun = Boolean(process.env['CI']) && canInstall()
const counts = []
const lines = []

const chosen = steps.filter(({ part }) => wanted.length === 0 || wanted.some((name) => part.split(' ').includes(name)))

/** @param {Step} step */
async function runTimed(step) {
  const startedAt = performance.now()
  const count = await step.run()
  return { count, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) }
}

/** @type {Map<Step, ReturnType<typeof runTimed>>} */
const started = new Map()
/** @param {Step} step */
const start = (step) => {
  const run = started.get(step) ?? runTimed(step)
  started.set(step, run)
  return run
}

for (const { prepare } of chosen) void prepare?.().catch(() => undefined)

// Static checks print only their result, so two run in parallel.
const pending = chosen.filter(({ part }) => part === 'static')
async function runChecks() {
  for (let next = pending.shift(); next; next = pending.shift()) await start(next)
}
void runChecks()
void runChecks()

// Tests print as they run, one step at a time. Those that run beside others print at their end.
for (const step of chosen) {
  console.log(`\n── ${step.name}`)
  const timed = start(step)
  for (const other of chosen) if (other.beside?.includes(step.name)) void start(other)
  const { count, seconds } = await timed
  if (count.output) console.log(count.output)
  const couldNotRun = count.passed + count.failed === 0
  if (couldNotRun && (count.skipped === 0 || mustRun)) Object.assign(count, { failed: 1, skipped: 0 })
  counts.push(count)
  const verdict = count.failed > 0 ? 'FAILED' : couldNotRun ? 'did not run' : 'ok'
  const why = count.reason ? `: ${count.reason}` : couldNotRun ? ': no tests found' : ''
  const line = `${verdict.padEnd(12)}${step.name} (${seconds} s, ${String(count.passed)} passed, ${String(count.failed)} failed)${why}`
  // The log of a check is long and may be cut off, so its last lines name what failed.
  lines.push(line, ...(count.failures ?? []).map((failure) => `  ${failure}`))
  console.log(line)
}

const { passed, failed, skipped, flaky, isTooFlaky } = sumUp(counts)
console.log(`\n${lines.join('\n')}\n`)
for (const line of flaky) console.log(`flaky       ${line}`)
if (isTooFlaky) console.log(`FAILED      more than ${String(maxFlaky)} files are flaky`)
console.log(`Left to npm run proof: ${proofs.map(({ name, about }) => `${name} (${about})`).join(', ')}`)
console.log(`${String(passed)} passed, ${String(failed)} failed${skipped > 0 ? `, ${String(skipped)} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
