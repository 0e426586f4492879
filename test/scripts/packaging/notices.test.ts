import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundledPackages, packageFolderOf } from '../../../scripts/packaging/bundled-packages.mjs'
import { packageConfig } from '../../../scripts/packaging/config.mjs'
import { licenseOf, makeNotices, noticesFile } from '../../../scripts/packaging/notices.mjs'
import { sourceNotices } from '../../../scripts/packaging/source-notices.mjs'

const root = join(import.meta.dirname, '..', '..', '..')
const makeFolder = () => mkdtempSync(join(tmpdir(), 'tidemark-notices-'))

describe('the notices of the app', () => {
  test('are those of the packages in the bundles: npm run notices -- --fix writes them', () => {
    expect(bundledPackages(root)).toEqual(expect.arrayContaining(['node_modules/svelte', 'node_modules/zod']))
    // Not compared as a whole value, since a difference would print 100 kB.
    expect(readFileSync(join(root, noticesFile), 'utf8') === makeNotices(root)).toBe(true)
  })

  test('name what is packaged as it is, a font, and the sources in SQLite', () => {
    const notices = readFileSync(join(root, noticesFile), 'utf8')
    for (const name of ['better-sqlite3-multiple-ciphers', '@github/keytar', '@fontsource-variable/inter'])
      expect(notices).toContain(`\n${name}\n`)
    for (const holder of ['Ulrich Telle', 'Frank Denis', 'Olivier Gay']) expect(notices).toContain(holder)
  })

  test('are beside the app in each package', () => {
    const { extraFiles } = packageConfig({
      app: 'app',
      output: 'dist',
      electronDist: null,
      electronVersion: '1.2.3',
      updateFeed: null,
      installScripts: { afterInstall: '', afterRemove: '' },
      completion: { deb: [], rpm: [] },
    })
    expect(extraFiles).toEqual([{ from: noticesFile, to: 'THIRD-PARTY-NOTICES.txt' }])
    expect(existsSync(join(root, noticesFile))).toBe(true)
  })
})

test.each([
  ['/a/node_modules/zod/v4/core.js', 'node_modules/zod'],
  ['/a/node_modules/@scope/name/index.js?x', 'node_modules/@scope/name'],
  ['C:\\a\\node_modules\\zod\\index.js', 'node_modules/zod'],
  ['/a/node_modules/b/node_modules/c/index.js', 'node_modules/b/node_modules/c'],
  ['/a/src/main/index.ts', null],
])('the package of %s', (id, folder) => {
  expect(packageFolderOf(id)).toBe(folder)
})

describe('the license of a package', () => {
  const write = (files: Readonly<Record<string, string>>): string => {
    const folder = makeFolder()
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return folder
  }

  test('is its file', () => {
    expect(licenseOf(write({ 'LICENSE.md': 'mine', 'package.json': '{}' }))).toBe('mine')
  })

  test('is that part of its README if that has the terms', () => {
    const readme = '# x\n\n## License\n\nCopyright (c) 2020 A\n\nPermission is hereby granted'
    expect(licenseOf(write({ 'README.md': readme, 'package.json': '{}' }))).toContain('Copyright (c) 2020 A')
  })

  test('is the MIT license with its author', () => {
    const manifest = JSON.stringify({ license: 'MIT', author: { name: 'A' } })
    expect(licenseOf(write({ 'README.md': '## License\n\nMIT', 'package.json': manifest }))).toMatch(
      /Copyright \(c\) A\n\nPermission is hereby granted/,
    )
  })

  test('a package without one fails', () => {
    const manifest = JSON.stringify({ license: 'Apache-2.0', author: 'A' })
    expect(() => licenseOf(write({ 'package.json': manifest }))).toThrow('has no license')
  })
})

test('the notices of a C source: each text of terms once, and holders of the MIT license with all their years', () => {
  const path = join(makeFolder(), 'a.c')
  const short = (years: string) => `/*\n** Name: a\n** Copyright:   (c) ${years} A B\n** License:     MIT\n*/\n`
  const terms = '/*\n * Copyright (C) 2005 C\n *\n * Redistribution and use are permitted.\n */\nint a;\n'
  writeFileSync(path, short('2006-2020') + terms + terms + short('2024') + '/* no copyright claimed */')
  expect(sourceNotices(path)).toEqual({
    terms: ['Copyright (C) 2005 C\n\nRedistribution and use are permitted.'],
    holders: ['Copyright (c) 2006-2024 A B'],
  })
})
