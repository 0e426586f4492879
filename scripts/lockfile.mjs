// `node scripts/lockfile.mjs [--fix]`: checks the rules for package.json and its lock file.
import { readFileSync, writeFileSync } from 'node:fs'

const lockPath = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(lockPath, 'utf8'))
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const sqlite = lock.packages['node_modules/better-sqlite3']

// npm 10 reads this field only from the lock. Without it npm runs node-gyp for a package that contains its binaries, and
// fails without Python. npm removes the field whenever it rewrites the lock.
if (process.argv.includes('--fix') && sqlite.gypfile !== false) {
  sqlite.gypfile = false
  writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`)
}

const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
  ([, wanted]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(wanted),
)
const withAddress = Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)
// npm 11 refuses a lock without an optional binary for another platform, which happens if the registry lacked it that day.
const unlocked = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies).filter(
    (name) => !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
  ),
)
const faults = [
  ...(sqlite.gypfile === false
    ? []
    : ['package-lock.json: better-sqlite3 needs "gypfile": false; run `npm run lockfile -- --fix`']),
  ...ranges.map(([name, wanted]) => `package.json: ${name} is not pinned exactly (${wanted})`),
  ...unlocked.map((name) => `package-lock.json: ${name} is required but not locked; use a version that is published`),
  ...withAddress.map(
    ([path]) => `package-lock.json: ${path} contains a registry address; install with omit-lockfile-registry-resolved`,
  ),
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
