import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, test } from 'vitest'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const sources = ['src', 'test', 'bench', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
)
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** Paths in backticks that begin with a folder of the project, up to the first placeholder in <…>. */
const pathsOf = (text: string): string[] =>
  [...text.matchAll(/`((?:src|test|bench|scripts|docs|resources)\/[^`\s*<]*)`/g)].flatMap(([, path]) => path ?? [])

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8')

  it('names only files and folders that exist', () => {
    expect(pathsOf(text).filter((path) => !existsSync(path))).toEqual([])
  })

  it('names only npm scripts that exist', () => {
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].flatMap(([, name]) => name ?? [])
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  })

  it('links only to pages that exist', () => {
    const folder = page.includes('/') ? page.replace(/[^/]*$/, '') : ''
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].flatMap(([, link]) => link ?? [])
    expect(links.filter((link) => !existsSync(folder + link))).toEqual([])
  })
})

describe.each(sources.filter((path) => path.endsWith('README.md')))('%s', (page) => {
  const text = readFileSync(page, 'utf8')

  it('names only files of its folder or of src/main', () => {
    const named = [...text.matchAll(/[`*]([\w/-]+\.ts)[`*]/g)].flatMap(([, name]) => name ?? [])
    const exists = (name: string): boolean =>
      sources.some(
        (path) => path === join('src/main', name) || (path.startsWith(dirname(page)) && path.endsWith(`/${name}`)),
      )
    expect(named.filter((name) => !name.startsWith('src/') && !exists(name))).toEqual([])
    expect(pathsOf(text).filter((path) => !existsSync(path))).toEqual([])
  })
})

test('comments and messages of the code name only files that exist', () => {
  const missing = sources
    .filter((path) => /\.(ts|svelte|mjs)$/.test(path))
    .flatMap((path) =>
      [
        ...readFileSync(path, 'utf8').matchAll(
          /(?<![\w./@-])(?:src|test|bench|scripts|docs)\/[\w./-]+\.(?:ts|svelte|mjs|md)\b/g,
        ),
      ]
        .filter(([named]) => !existsSync(named))
        .map(([named]) => `${path}: ${named}`),
    )
  expect(missing).toEqual([])
})
