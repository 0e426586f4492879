// `node scripts/messages/check.mjs`: checks that every text is in messages/, in both languages, and that the code uses it.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { names, places, programs, sameInRussian } from './folders.mjs'
import { literalTexts } from './literal-text.mjs'
import { choppedKeys, differingInputs, missingKeys, strayKeys, untranslated, wrongForms, wrongUses } from './rules.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8')
/** @param {string} path @returns {string[]} the code in a folder, or the file itself */
const codeIn = (path) =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path)).flatMap((name) => codeIn(`${path}/${name}`))
    : /(?<!\.d)\.(ts|svelte)$/.test(path)
      ? [path]
      : []

const subjects = readdirSync(join(root, 'messages/en')).map((name) => name.replace('.json', ''))
/** @param {string} language @param {string} subject @returns {import('./rules.mjs').Messages} */
const messagesOf = (language, subject) => JSON.parse(read(`messages/${language}/${subject}.json`))
/** @param {string} language @returns {import('./rules.mjs').Messages} */
const allOf = (language) => Object.assign({}, ...subjects.map((subject) => messagesOf(language, subject)))
const [english, russian] = [allOf('en'), allOf('ru')]

const listed = JSON.parse(read('project.inlang/settings.json'))['plugin.inlang.messageFormat'].pathPattern
const files = subjects.map((subject) => `./messages/{locale}/${subject}.json`)
const unlisted = files
  .filter((file) => !listed.includes(file))
  .map((file) => `project.inlang/settings.json lacks ${file}`)

/** @param {readonly string[]} folders @param {string} path */
const isIn = (folders, path) => folders.some((place) => path === place || path.startsWith(`${place}/`))
const filesWithTexts = places.flatMap(codeIn).filter((path) => !isIn(Object.keys(programs), path))
const literals = filesWithTexts.flatMap((path) =>
  literalTexts(read(path), path.endsWith('.ts'))
    .filter(({ text }) => !(names[/** @type {keyof typeof names} */ (path)] ?? []).includes(text))
    .map(({ text, start }) => {
      const line = read(path).slice(0, start).split('\n').length
      return `${path}:${String(line)} has a text of its own: "${text.replace(/\s+/g, ' ').slice(0, 80)}"`
    }),
)

const sources = Object.fromEntries(
  codeIn('src')
    .filter((path) => !path.startsWith('src/shared/messages/'))
    .map((path) => [path, read(path)]),
)
const faults = [
  ...unlisted,
  ...subjects.flatMap((subject) => strayKeys(subject, messagesOf('en', subject))),
  ...missingKeys(english, russian),
  ...choppedKeys(english),
  ...untranslated(english, russian, sameInRussian),
  ...differingInputs(english, russian),
  ...wrongForms(english, 'en'),
  ...wrongForms(russian, 'ru'),
  ...wrongUses(english, sources),
  ...literals,
]
for (const fault of faults) console.error(fault)
console.log(`${String(Object.keys(english).length)} messages in 2 languages`)
process.exitCode = faults.length === 0 ? 0 : 1
