// The notices in the comments of a C source: SQLite is compiled with sources of several authors, which no license file names.
import { readFileSync } from 'node:fs'

/** @param {string} comment */
const withoutFrame = (comment) =>
  comment
    .replaceAll(/^\/\*+|\*+\/$/g, '')
    .replaceAll(/^ ?\*+ ?/gm, '')
    .trim()

/**
 * Each comment with a copyright and its terms, once; and of those that only name the MIT license, the holders with their years.
 * @param {string} path
 * @returns {{ terms: string[], holders: string[] }}
 */
export function sourceNotices(path) {
  const comments = readFileSync(path, 'utf8').match(/\/\*[^]*?\*\//g) ?? []
  const owned = comments.filter((comment) => /copyright:? *(\(c\) *)?[12]\d{3}/i.test(comment)).map(withoutFrame)
  const terms = owned.filter((text) => /Redistribution|Permission is hereby|Creative Commons/.test(text))
  /** @type {Map<string, number[]>} */
  const years = new Map()
  for (const text of owned) {
    const [, from, to, name] = /^Copyright: +\(c\) (\d{4})(?:-(\d{4}))? (.+)$/m.exec(text) ?? []
    if (name !== undefined && /MIT/.test(text))
      years.set(name, [...(years.get(name) ?? []), Number(from), Number(to ?? from)])
  }
  const holders = [...years].map(([name, all]) => `Copyright (c) ${Math.min(...all)}-${Math.max(...all)} ${name}`)
  return { terms: [...new Set(terms)], holders }
}
