import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
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
