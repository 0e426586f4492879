// `npm run cases -- FILE`: runs the known cases of a file through the functions that the screens use. Prints one JSON line per
// case.
import { fileURLToPath } from 'node:url'
import { handOver, node } from './child.mjs'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('npm run cases -- FILE: a JSON file of known cases')
  process.exitCode = 2
} else {
  const runner = fileURLToPath(new URL('../src/main/cases.ts', import.meta.url))
  process.exitCode = await handOver(node, [runner, file])
}
