#!/usr/bin/env node
// Builds a deb or an rpm instead of fpm, which electron-builder would download. It understands the arguments that
// electron-builder passes to fpm, and runs Debian's dpkg-deb or rpmbuild. electron-builder finds it through `CUSTOM_FPM_PATH`.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildDeb } from './deb.mjs'
import { buildRpm } from './rpm.mjs'

const text = { type: /** @type {const} */ ('string') }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ name: text, version: text, architecture: text, package: text, description: text, iteration: text },
    ...{ maintainer: text, vendor: text, url: text, license: text, category: text },
    ...{ 'after-install': text, 'after-remove': text },
    ...{ 'deb-priority': text, 'deb-compression': text, 'rpm-summary': text, 'rpm-os': text, 'rpm-compression': text },
    'deb-recommends': { ...text, multiple: true, default: [] },
    depends: { ...text, multiple: true, short: 'd', default: [] },
    input: { ...text, short: 's' },
    output: { ...text, short: 't' },
    force: { type: 'boolean' },
  },
})

/** @param {keyof typeof values} name */
function given(name) {
  const value = values[name]
  if (typeof value !== 'string' || value === '') throw new Error(`--${name} is missing`)
  return value
}

const folder = mkdtempSync(join(tmpdir(), 'tidemark-installer-'))
try {
  const root = join(folder, 'root')
  copyFiles(root)
  /** @type {import('./deb.mjs').Installer} */
  const installer = {
    ...{ folder, root, output: given('package'), name: given('name'), version: given('version') },
    ...{ architecture: given('architecture'), maintainer: given('maintainer'), url: given('url') },
    ...{ description: given('description'), summary: values['rpm-summary'] ?? null, license: values.license ?? null },
    ...{ depends: values.depends, recommends: values['deb-recommends'] },
    ...{ afterInstall: given('after-install'), afterRemove: given('after-remove') },
  }
  if (values.output === 'deb') buildDeb(installer)
  else if (values.output === 'rpm') buildRpm(installer)
  else throw new Error(`${values.output} is not built here: only deb and rpm are`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * `from/=/to` copies the content of a folder, `from=/to` copies one file.
 * @param {string} root
 */
function copyFiles(root) {
  for (const each of positionals) {
    const middle = each.indexOf('=/')
    if (middle === -1) throw new Error(`${each} names no place in the package`)
    const to = join(root, each.slice(middle + 1))
    mkdirSync(dirname(to), { recursive: true })
    cpSync(each.slice(0, middle), to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  }
}
