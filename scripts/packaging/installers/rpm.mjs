// An RPM package of a folder (rpm-spec(5)).
import { readFileSync, readdirSync, copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from './run-tool.mjs'

/** Folders of this package only. Other folders belong to the system. */
const ownFolder = /^\/opt\/./

/** @param {import('./deb.mjs').Installer} installer */
export function buildRpm(installer) {
  const { folder, root, output, architecture } = installer
  const spec = join(folder, 'package.spec')
  writeFileSync(spec, specOf(installer))
  const macros = { _topdir: folder, _rpmdir: join(folder, 'out'), _rpmfilename: 'package.rpm' }
  const defined = Object.entries(macros).flatMap(([name, value]) => ['--define', `${name} ${value}`])
  runTool('rpmbuild', ['-bb', '--target', architecture, '--buildroot', root, ...defined, spec])
  copyFileSync(join(folder, 'out', 'package.rpm'), output)
}

/** @param {import('./deb.mjs').Installer} installer */
function specOf({ root, name, version, url, maintainer, description, summary, license, depends, ...scripts }) {
  const lines = description.split('\n').map((line) => line.trim())
  return `Name: ${name}
Version: ${version}
Release: 1
Summary: ${summary ?? lines[0] ?? name}
License: ${license ?? 'unknown'}
URL: ${url}
Packager: ${maintainer}
AutoReqProv: no
${depends.map((each) => `Requires: ${each}\n`).join('')}
# The program is installed as it was built and signed.
%global __os_install_post %{nil}
%global _build_id_links none
%global debug_package %{nil}

%description
${lines.join('\n')}

%post -p /bin/bash
${escaped(readFileSync(scripts.afterInstall, 'utf8'))}

%postun -p /bin/bash
# The number of versions that stay: after an update the new one has made its links already.
[ "$1" = 0 ] || exit 0
${escaped(readFileSync(scripts.afterRemove, 'utf8'))}

%files
${listed(root).join('\n')}
`
}

/** @param {string} script */
const escaped = (script) => script.replace(/^#!.*\n/, '').replaceAll('%', '%%')

/**
 * The lines of a spec for the content of a folder.
 * @param {string} root
 * @returns {string[]}
 */
function listed(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => ({ path: join(entry.parentPath, entry.name).slice(root.length), isFolder: entry.isDirectory() }))
    .filter(({ path, isFolder }) => !isFolder || ownFolder.test(path))
    .map(({ path, isFolder }) => `${isFolder ? '%dir ' : ''}"${path.replaceAll('%', '%%')}"`)
}
