// `npm test -- [static|unit|browser|desktop …]`: every check, or some parts; the last line counts them.
import { canInstall } from './debian.mjs'
import { steps } from './test-steps.mjs'

const parts = ['static', 'unit', 'browser', 'desktop']
const wanted = process.argv.slice(2)
const unknown = wanted.filter((part) => !parts.includes(part))
if (unknown.length > 0) {
  console.error(`npm test -- [${parts.join('|')} …]; there is no ${unknown.join(', ')}`)
  process.exit(2)
}

// In CI, on a machine where the missing could have been installed, what cannot run has failed.
const mustRun = Boolean(process.env['CI']) && canInstall()
const total = { passed: 0, failed: 0, skipped: 0 }
const lines = []

const chosen = steps.filter(({ part }) => wanted.length === 0 || wanted.some((one) => part.split(' ').includes(one)))

/** @param {(typeof steps)[number]} step */
async function time(step) {
  const startedAt = performance.now()
  const count = await step.run()
  return { count, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) }
}

// Checks say nothing before their end, so two run side by side. Tests are told as they run, one after the other.
const waiting = chosen
  .filter(({ part }) => part === 'static')
  .map((step) => {
    /** @type {PromiseWithResolvers<Awaited<ReturnType<typeof time>>>} */
    const { promise, resolve } = Promise.withResolvers()
    return { step, done: promise, resolve }
  })
const checks = new Map(waiting.map(({ step, done }) => [step, done]))
async function takeChecks() {
  for (let next = waiting.shift(); next; next = waiting.shift()) next.resolve(await time(next.step))
}
void takeChecks()
void takeChecks()

for (const step of chosen) {
  console.log(`\n── ${step.name}`)
  const { count, seconds } = await (checks.get(step) ?? time(step))
  const couldNotRun = count.passed + count.failed === 0
  if (couldNotRun && (count.skipped === 0 || mustRun)) Object.assign(count, { failed: 1, skipped: 0 })
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  const verdict = count.failed > 0 ? 'FAILED' : couldNotRun ? 'did not run' : 'ok'
  const why = count.reason ? `: ${count.reason}` : couldNotRun ? ': no tests found' : ''
  lines.push(
    `${verdict.padEnd(12)}${step.name} (${seconds} s, ${String(count.passed)} passed, ${String(count.failed)} failed)${why}`,
  )
  console.log(lines.at(-1))
}

console.log(`\n${lines.join('\n')}\n`)
console.log(
  `${String(total.passed)} passed, ${String(total.failed)} failed${total.skipped > 0 ? `, ${String(total.skipped)} skipped` : ''}`,
)
process.exitCode = total.failed > 0 ? 1 : 0
