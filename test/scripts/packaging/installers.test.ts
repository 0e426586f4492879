import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const fpm = join(root, 'scripts', 'packaging', 'installers', 'fpm.mjs')
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0

function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** Calls the builder as electron-builder does. */
function buildInstaller(target: 'deb' | 'rpm', architecture: string): string {
  const folder = makeTemporaryDirectory()
  const app = join(folder, 'app')
  mkdirSync(join(app, 'resources', 'bin'), { recursive: true })
  writeFileSync(join(app, 'tidemark'), 'program', { mode: 0o755 })
  writeFileSync(join(app, 'resources', 'bin', 'tidemark'), 'launcher', { mode: 0o755 })
  writeFileSync(join(app, 'a name with spaces, 100%'), 'text')
  const paths = {
    install: join(folder, 'install.sh'),
    remove: join(folder, 'remove.sh'),
    icon: join(folder, '16x16.png'),
  }
  writeFileSync(paths.install, '#!/bin/bash\nif [[ -d /opt/Tidemark ]]; then echo "100% installed"; fi\n')
  writeFileSync(paths.remove, '#!/bin/bash\necho removed\n')
  writeFileSync(paths.icon, 'icon')
  const output = join(folder, `out.${target}`)
  run(
    fpm,
    ...[
      '-s',
      'dir',
      '--force',
      '-t',
      target,
      '-d',
      'xdg-utils',
      '-d',
      target === 'deb' ? 'libnss3' : '(libuuid or libuuid1)',
    ],
    ...(target === 'deb'
      ? ['--deb-recommends', 'libappindicator3-1', '--deb-compression', 'xz', '--deb-priority', 'optional']
      : ['--rpm-os', 'linux', '--rpm-compression', 'xzmt', '--rpm-summary', 'A summary']),
    ...['--architecture', architecture, '--after-install', paths.install, '--after-remove', paths.remove],
    ...['--description', 'A summary\n A portfolio monitor\n\n that knows', '--version', '0.1.0', '--package', output],
    ...['--name', 'tidemark', '--maintainer', 'Tidemark <tidemark@localhost>', '--vendor', 'Tidemark'],
    ...['--url', 'https://tidemark.example'],
    `${app}/=/opt/Tidemark`,
    `${paths.icon}=/usr/share/icons/hicolor/16x16/apps/tidemark.png`,
  )
  return output
}

test.skipIf(!has('dpkg-deb'))(
  'a deb has the files at their places, belongs to root, and has control data and scripts',
  () => {
    const deb = buildInstaller('deb', 'amd64')
    const fields = run('dpkg-deb', '--field', deb)
    for (const line of [
      'Package: tidemark',
      'Architecture: amd64',
      'Depends: xdg-utils, libnss3',
      'Description: A summary\n A portfolio monitor\n .\n that knows',
    ])
      expect(fields).toContain(line)
    expect(run('dpkg-deb', '--contents', deb)).toMatch(/-rwxr-xr-x root\/root +7 .* \.\/opt\/Tidemark\/tidemark\n/)
    const [files, control] = [makeTemporaryDirectory(), makeTemporaryDirectory()]
    run('dpkg-deb', '--extract', deb, files)
    expect(readFileSync(join(files, 'opt/Tidemark/resources/bin/tidemark'), 'utf8')).toBe('launcher')
    expect(readFileSync(join(files, 'opt/Tidemark/a name with spaces, 100%'), 'utf8')).toBe('text')
    expect(existsSync(join(files, 'usr/share/icons/hicolor/16x16/apps/tidemark.png'))).toBe(true)
    run('dpkg-deb', '--control', deb, control)
    expect(statSync(join(control, 'postinst')).mode & 0o777).toBe(0o755)
    expect(readFileSync(join(control, 'postrm'), 'utf8')).toContain('echo removed')
    expect(spawnSync('md5sum', ['--check', '--quiet', join(control, 'md5sums')], { cwd: files }).status).toBe(0)
  },
)

test.skipIf(!has('rpmbuild'))('an rpm has the files at their places and its scripts', () => {
  const rpm = buildInstaller('rpm', 'x86_64')
  expect(run('rpm', '-qpl', rpm).split('\n')).toEqual(
    expect.arrayContaining(['/opt/Tidemark/tidemark', '/opt/Tidemark/a name with spaces, 100%']),
  )
  expect(run('rpm', '-qpl', rpm).split('\n')).not.toContain('/usr/share')
  expect(run('rpm', '-qp', '--scripts', rpm)).toContain('echo "100% installed"')
  expect(run('rpm', '-qp', '--requires', rpm)).toContain('(libuuid or libuuid1)')
})

test('an installer of another kind is refused', () => {
  expect(() => run(fpm, '-s', 'dir', '-t', 'pacman')).toThrow()
})

/** Where each package has its launcher and its app, and the app is a script that writes its arguments. */
const layouts = [
  ['linux', 'tidemark-linux', 'resources/bin/tidemark', 'tidemark'],
  ['mac', 'tidemark-mac', 'Contents/Resources/bin/tidemark', 'Contents/MacOS/Tidemark'],
] as const

test.each(layouts)(
  'on %s the launcher, called through links, starts its own app: commands after `--`',
  (_, file, launcher, app) => {
    const folder = join(makeTemporaryDirectory(), 'with space')
    for (const path of [launcher, app]) mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, 'resources', 'launchers', file), join(folder, launcher))
    writeFileSync(join(folder, app), '#!/bin/sh\nfor each in "$@"; do echo "$each"; done\nexit 4\n')
    chmodSync(join(folder, app), 0o755)
    const path = makeTemporaryDirectory()
    symlinkSync(join(folder, launcher), join(path, 'absolute'))
    symlinkSync('absolute', join(path, 'tidemark'))
    const call = (...args: readonly string[]) => {
      const { status, stdout } = spawnSync(join(path, 'tidemark'), args, { encoding: 'utf8' })
      expect(status).toBe(4)
      return stdout.trimEnd().split('\n')
    }
    const asked = call('transactions', '--text', 'a b $(id) "*"', '--type=x')
    expect(asked.slice(asked.indexOf('--'))).toEqual(['--', 'transactions', '--text', 'a b $(id) "*"', '--type=x'])
    for (const option of ['--help', '-h', '--version']) expect(call(option).slice(-2)).toEqual(['--', option])
    expect(call('--data-dir=x')).toEqual(['--data-dir=x'])
    expect(call()).toEqual([''])
  },
)

test('the launcher of Windows has the line ends that its labels need, and jumps to labels that are there', () => {
  const text = readFileSync(join(root, 'resources/launchers/tidemark.cmd'), 'utf8')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const labels = [...text.matchAll(/^:(\w+)/gm)].map(([, name]) => name)
  for (const [, label] of text.matchAll(/goto (\w+)/g)) expect(labels).toContain(label)
})
