// `npm run bench -- NAME [arguments]`: runs bench/<name>.ts.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { handOver, node } from './child.mjs'

const folder = fileURLToPath(new URL('../bench', import.meta.url))
const names = existsSync(folder)
  ? readdirSync(folder).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -'.ts'.length)] : []))
  : []
const [name = '', ...args] = process.argv.slice(2)

if (names.includes(name)) {
  process.exitCode = await handOver(node, [join(folder, `${name}.ts`), ...args])
} else {
  console.error(`npm run bench -- NAME, where NAME is ${names.join(', ') || '(none found)'}`)
  process.exitCode = 1
}
