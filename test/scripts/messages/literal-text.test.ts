import { expect, test } from 'vitest'
import { literalTexts } from '../../../scripts/messages/literal-text.mjs'

const inMarkup = (source: string): string[] => literalTexts(source).map(({ text }) => text)
const inModule = (source: string): string[] => literalTexts(source, true).map(({ text }) => text)

test('text between elements is found', () => {
  expect(inMarkup('<p>Nothing <b>yet</b> — 5 %</p>')).toEqual(['Nothing', 'yet'])
  expect(inMarkup('{#if a}Loading{:else}{b}, {c}{/if}')).toEqual(['Loading'])
})

test('attributes that are read are found, on elements and components', () => {
  expect(inMarkup('<button aria-label="Close" title={a ? "Hide" : m.a()}>×</button>')).toEqual(['Close', 'Hide'])
  expect(inMarkup('<input placeholder="Symbol" /><Panel label="By {x}" class="wide open" />')).toEqual(['Symbol', 'By'])
})

test('a text that an expression in markup results in is found', () => {
  expect(inMarkup('<p>{a === "open" ? "open" : `${b} closed`}</p>')).toEqual(['open', '{…} closed'])
})

test('the title of a column is a text, also if a key has this name', () => {
  expect(inModule("const columns = [{ key: 'End', title: a ? 'End' : m.end() }]")).toEqual(['End'])
})

test('what users do not read is not taken for text', () => {
  expect(inMarkup('<a href="#/orders" class="wide {a}" data-kind="row of sums">{m.open()}</a>')).toEqual([])
  expect(inMarkup('<p>Tidemark · PIN · UTC</p><style>p { color: red }</style><!-- A comment -->')).toEqual([])
  expect(inMarkup('<div style:left="{a}px" {b}></div>')).toEqual([])
  expect(inModule("a.closest('tbody tr'); b?.querySelector('input, button')")).toEqual([])
  expect(inModule(`import { x } from './Some file.ts'\nconst a: 'Two words' = x('not-a-text')`)).toEqual([])
  expect(
    inModule(`throw new TypeError('No such field'); log.note('It ended early'); if (key === 'Escape') x()`),
  ).toEqual([])
})

test('phrases of a module are found, with … for computed parts', () => {
  expect(inModule("export const a = ['Save', `${n} rows of ${x}`, 'row', '2 files']")).toEqual([
    'Save',
    '{…} rows of {…}',
    '2 files',
  ])
})

test('SQL is not taken for text, and a sentence that names one of its keywords is', () => {
  const statements = [
    'SELECT key FROM row WHERE id = ?',
    'x.account = i.account AND x.id = i.id',
    'BEGIN EXCLUSIVE',
    'key, account, seen_at, kind',
    '{…} ORDER BY t.key',
  ]
  expect(statements.flatMap((text) => inModule(`x(\`${text}\`)`))).toEqual([])
  const sentence = 'The user needs CREATE on the database.'
  expect(inModule(`x('${sentence}')`)).toEqual([sentence])
})

test('markup, media types and lists of codes are not taken for text, but text within markup is', () => {
  const code = ['<row r="1" style="plain and bold"/>', 'text/html; charset=utf-8', 'XNYS ARCX XASE']
  expect(code.flatMap((text) => inModule(`x('${text}')`))).toEqual([])
  expect(inModule(`x('one two'.split(' '))`)).toEqual([])
  expect(inModule(`x('<a href="/">Open it now</a>')`)).toEqual(['<a href="/">Open it now</a>'])
})

test('a place in the source is exact, in components and in modules', () => {
  const component = '<script lang="ts">\n  let a = "Two words"\n</script>\n<p>{a}</p>'
  const module = 'const a = 1\nconst b = "Two words"'
  for (const [source, isModule] of [
    [component, false],
    [module, true],
  ] as const) {
    const [found] = literalTexts(source, isModule)
    expect(source.slice(found?.start, found?.end)).toBe('"Two words"')
  }
})
