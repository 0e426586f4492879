// `npm run proof -- [NAME …]`: runs what only a release needs, or the named parts; the last line has the counts.
import { buildIfStale } from './build.mjs'
import { countTests } from './checks/count-tests.mjs'
import { proofs } from './checks/proofs.mjs'
import { sumUp } from './checks/results.mjs'

const wanted = process.argv.slice(2)
const names = proofs.map(({ name }) => name)
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`npm run proof -- [${names.join('|')} …]; unknown part: ${unknown.join(', ')}`)
  process.exit(2)
}

await buildIfStale()
const counts = []
for (const { name, about, needs, ...tests } of proofs) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n── ${name}: ${about}`)
  for (const missing of await Promise.all(needs.map((find) => find()))) if (missing !== null) console.error(missing)
  const count = await countTests(tests.projects ?? ['proof'], { files: tests.files, env: tests.env ?? {} })
  // Where nothing ran, nothing is proven.
  if (count.passed + count.failed === 0) count.failed = 1
  counts.push(count)
  for (const line of count.failures ?? []) console.log(`  ${line}`)
  if (count.reason) console.log(`  ${count.reason}`)
}
const { passed, failed, skipped } = sumUp(counts)
console.log(`\n${String(passed)} passed, ${String(failed)} failed${skipped > 0 ? `, ${String(skipped)} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
