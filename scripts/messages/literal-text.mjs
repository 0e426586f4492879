// Finds text that is written in the code instead of in messages/.
import { parse } from 'svelte/compiler'
import { isLanguageOfPrograms } from './language-of-programs.mjs'

/** Attributes of elements and components that the user reads or hears. */
const readAttributes = new Set([
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt'],
  ...['label', 'text', 'heading', 'hint', 'help', 'codeHelp', 'origin', 'note', 'empty', 'description'],
  ...['summary', 'action'],
])
const hiddenAttributes = new Set(['class', 'style', 'href', 'id', 'src', 'd', 'viewBox', 'key', 'role', 'autocomplete'])
/** Names that are the same in all languages. */
const names = /Tidemark|PIN|UTC|XIRR|CSV|JSON|XLSX|PDF|ISO|FIFO|LIFO|https?:\/\/\S+/g
const keyNames =
  /^(Escape|Enter|Tab|Home|End|PageUp|PageDown|Arrow(Up|Down|Left|Right)|Backspace|Delete|Insert|Space|Control|Shift|Alt|Meta)$/

/**
 * @typedef {object} Found
 * @property {number} start
 * @property {number} end
 * @property {string} text
 * @property {'text' | 'attribute' | 'string' | 'template'} kind
 */

/** @param {string} text */
const hasWords = (text) => /\p{L}{2}/u.test(text.replace(names, ''))
/** @param {string} text whether it reads as a phrase, and not as a name in the code */
const isPhrase = (text) =>
  !isLanguageOfPrograms(text) && isWording(/^(\{…\})?</.test(text) ? text.replaceAll(/<[^>]*>/g, '') : text)
/** @param {string} text */
const isWording = (text) =>
  hasWords(text) &&
  !keyNames.test(text) &&
  (/[\p{L}\d}][,;:.…)]? +[(“]?\p{L}{2}/u.test(text) || /^\p{Lu}\p{Ll}+(?!\p{L})/u.test(text))

/** @param {any} node @returns {string} the text, with … for what is computed */
const textOf = (node) =>
  node.type === 'TemplateLiteral'
    ? node.quasis.map((/** @type {any} */ { value }) => value.cooked).join('{…}')
    : String(node.value)

/** @param {any} node */
const isText = (node) => node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

/** @param {any} node @returns {any[]} what an expression can result in */
function results(node) {
  if (node.type === 'ConditionalExpression') return [...results(node.consequent), ...results(node.alternate)]
  if (node.type === 'LogicalExpression') return [...results(node.left), ...results(node.right)]
  return [node]
}

/** @param {any} node @returns {any[]} */
const childrenOf = (node) =>
  Object.entries(node)
    .filter(
      ([name]) => name !== 'parent' && name !== 'loc' && name !== 'leadingComments' && name !== 'trailingComments',
    )
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value === 'object' && value !== null && typeof value.type === 'string')

const codeCalls = /^(note|logFault|closest|matches|querySelector|querySelectorAll)$/

/** @param {any} node whether it holds no text for the user: types, module names, errors of the programmer, the log, selectors */
const isCode = (node) =>
  /^(TS|Import|Export(All|Named)Declaration$)/.test(node.type)
    ? !/^TS(As|Satisfies|NonNull)/.test(node.type) && !(node.type === 'ExportNamedDeclaration' && node.declaration)
    : (node.type === 'NewExpression' && /^(Error|TypeError|RangeError)$/.test(node.callee.name)) ||
      (node.type === 'CallExpression' && codeCalls.test(node.callee.property?.name ?? node.callee.name)) ||
      isSplit(node)

/** @param {any} node a list of words that is written as one text: 'a b c'.split(' ') */
const isSplit = (node) =>
  node.type === 'CallExpression' && node.callee.property?.name === 'split' && isText(node.callee.object)

/**
 * @param {string} source of a component or, with `isModule`, of a TypeScript module
 * @param {boolean} [isModule]
 * @returns {Found[]}
 */
export function literalTexts(source, isModule = false) {
  const head = isModule ? '<script lang="ts">\n' : ''
  const root = parse(isModule ? `${head}${source}\n</script>` : source, { modern: true })
  /** @type {Map<number, Found>} */
  const found = new Map()
  /** @param {any} node @param {string} text @param {Found['kind']} kind */
  const add = (node, text, kind) =>
    found.set(node.start, { start: node.start - head.length, end: node.end - head.length, text: text.trim(), kind })
  /** @param {any} node @param {(text: string) => boolean} isWanted */
  const check = (node, isWanted) => {
    if (isText(node) && isWanted(textOf(node))) add(node, textOf(node), node.type === 'Literal' ? 'string' : 'template')
  }

  /** @param {any} node */
  function walk(node) {
    if (/^(StyleSheet|StyleDirective|Comment)$/.test(node.type) || isCode(node)) return
    if (node.type === 'Text') {
      if (hasWords(node.data)) add(node, node.data, 'text')
      return
    }
    if (node.type === 'ExpressionTag') for (const result of results(node.expression)) check(result, hasWords)
    if (node.type === 'Attribute') {
      if (hiddenAttributes.has(node.name) || node.name.startsWith('data-')) return
      const values = Array.isArray(node.value) ? node.value : [node.value]
      const texts = values.filter((/** @type {any} */ value) => value?.type === 'Text')
      const isRead = readAttributes.has(node.name)
      for (const text of texts) if (isRead && hasWords(text.data)) add(text, text.data, 'attribute')
      for (const value of values)
        if (value?.type === 'ExpressionTag') {
          if (isRead) for (const result of results(value.expression)) check(result, hasWords)
          walk(value.expression)
        }
      return
    }
    check(node, isPhrase)
    // The lines that the user types in the help of a command.
    if (node.type === 'Property' && node.key.name === 'examples') return
    if (node.type === 'Property' || node.type === 'PropertyDefinition') {
      // As the title of a column, "End" is a text and not the name of a key.
      if (node.value && readAttributes.has(node.key.name))
        for (const result of results(node.value)) check(result, (text) => keyNames.test(text))
      if (node.value) walk(node.value)
      return
    }
    for (const child of childrenOf(node)) walk(child)
  }
  walk(root.fragment)
  for (const script of [root.instance, root.module]) if (script) walk(script.content)
  return [...found.values()].sort((a, b) => a.start - b.start)
}
