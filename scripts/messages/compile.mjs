// `node scripts/messages/compile.mjs`: compiles messages/ to src/shared/messages/, one function for each message. No network.
// The build of the main process compiles them once more, to one module for each message.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const byLanguage = {
  target: join(root, 'src/shared/messages'),
  outputStructure: /** @type {const} */ ('locale-modules'),
}
const byMessage = { target: join(root, '.cache/messages'), outputStructure: /** @type {const} */ ('message-modules') }
const sources = ['messages', 'project.inlang/settings.json', 'scripts/messages/compile.mjs', 'package-lock.json']
/** The files of the compiler's output that the app imports. The other files are for servers. */
const parts = ['messages.js', 'messages', 'runtime.js', 'registry.js']

/** @param {string} path @returns {number} */
function newestIn(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

/** @param {string} path @returns {string[]} */
const filesIn = (path) =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesIn(join(path, name))) : [path]

/** @param {string} path */
const read = (path) => (statSync(path, { throwIfNoEntry: false }) ? readFileSync(path, 'utf8') : null)

/** @param {string} target */
function isFresh(target) {
  const compiledAt = statSync(join(target, 'compiled'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Math.max(...sources.map((path) => newestIn(join(root, path)))) < compiledAt
}

/** Compiles the messages for types, tests and windows, one module for each language. */
export const compileMessages = () => compileTo(byLanguage)

/**
 * Compiles the messages to one module each, so that each thread of the main process loads only the messages that it uses.
 * Returns their folder.
 */
export async function compileSingleMessages() {
  await compileTo(byMessage)
  return byMessage.target
}

/**
 * Compiles the messages if they changed. Several processes may do this at the same time, because each file is replaced
 * atomically.
 * @param {typeof byLanguage | typeof byMessage} output
 */
async function compileTo({ target, outputStructure }) {
  if (isFresh(target)) return
  const { compile } = await import('@inlang/paraglide-js')
  mkdirSync(join(root, '.cache'), { recursive: true })
  const outdir = mkdtempSync(join(root, '.cache/compiled-messages-'))
  try {
    await compile({
      project: join(root, 'project.inlang'),
      outdir,
      outputStructure,
      strategy: ['globalVariable', 'baseLocale'],
      disableAsyncLocalStorage: true,
      emitGitIgnore: false,
      emitPrettierIgnore: false,
      emitReadme: false,
    })
    for (const path of parts.flatMap((part) => filesIn(join(outdir, part)))) {
      const to = join(target, path.slice(outdir.length))
      if (read(to) === readFileSync(path, 'utf8')) continue
      mkdirSync(dirname(to), { recursive: true })
      renameSync(path, to)
    }
    // Its modification time is the time at which all inputs were read.
    cpSync(join(root, 'project.inlang/settings.json'), join(target, 'compiled'))
  } finally {
    rmSync(outdir, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compileMessages()
