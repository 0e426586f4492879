import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'
import { openPage } from '../rig/browser.ts'
import { makeDataDir, removeDataDir } from '../rig/web-host.ts'

const app = useApp()
const wait = { timeout: 120_000 }

test('eight tabs of a browser, opened without a key, all show live figures and receive changes', async () => {
  const context = await app.windows.makeContext()
  const { page, faults } = await openPage(context, await app.host.issueUrl())
  await page.getByText(/^(live|market closed)/).waitFor(wait)
  const tabs = [page]
  for (let i = 1; i < 8; i++) {
    const tab = await context.newPage()
    tabs.push(tab)
    await tab.goto(app.host.origin)
    await tab.getByText(/^(live|market closed)/).waitFor(wait)
  }
  await page.reload()
  await app.host.call('settings.write', { theme: 'dark' })
  for (const tab of tabs)
    await expect.poll(() => tab.evaluate(() => document.documentElement.dataset['theme']), wait).toBe('dark')
  expect([await context.cookies(), faults]).toEqual([[], []])
  await context.close()
})

test('an address that was already used opens nothing in another browser', async () => {
  const url = await app.host.issueUrl()
  const { page } = await app.windows.open(url)
  await page.getByText(/^(live|market closed)/).waitFor(wait)
  const secondBrowser = await app.windows.open(url)
  await secondBrowser.page.getByText('Press Enter in the terminal').waitFor(wait)
})

test.runIf(process.platform === 'linux')('each Enter in the terminal prints an address that works once', async () => {
  const dataDir = await makeDataDir()
  const web = join(import.meta.dirname, '..', '..', '..', 'out', 'main', 'web.js')
  // `script` gives the host its own terminal.
  const command = `${process.execPath} ${web} --no-open --demo small --data-dir ${dataDir}`
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { stdio: 'pipe' })
  let output = ''
  terminal.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const printed = () => [...output.matchAll(/http:\/\/127\.0\.0\.1:\d+\/\?key=[\w-]+/g)].map(([url]) => url)
  await expect.poll(() => output, wait).toContain('Press Enter for a new one')
  terminal.stdin.write('\n')
  await expect.poll(() => printed().length, wait).toBe(2)
  const open = async (address: string | undefined) => {
    const { origin, searchParams } = new URL(address ?? '')
    const headers = { authorization: `Bearer ${searchParams.get('key')}` }
    return (await fetch(`${origin}/api/session`, { method: 'POST', headers })).status
  }
  const [first, second] = printed()
  expect([await open(second), await open(second), await open(first)]).toEqual([200, 401, 200])
  // Ctrl+C.
  terminal.stdin.write('\u0003')
  await once(terminal, 'exit')
  await removeDataDir(dataDir)
})

test.runIf(process.platform === 'linux')(
  'the browser is opened with a file that only the owner can read, not with a key',
  async () => {
    const dataDir = await makeDataDir()
    const browser = join(dataDir, 'browser')
    const argumentsFile = join(dataDir, 'arguments')
    writeFileSync(
      browser,
      `#!/bin/sh\nprintf '%s\\n' "$@" >${argumentsFile}.part && mv ${argumentsFile}.part ${argumentsFile}\n`,
      {
        mode: 0o700,
      },
    )
    const script = join(import.meta.dirname, '..', '..', '..', 'out', 'main', 'web.js')
    const host = spawn(process.execPath, [script, '--data-dir', dataDir, '--demo', 'small'], {
      env: {
        ...process.env,
        DISPLAY: ':0',
        BROWSER: browser,
        // Only its owner can open the file.
        XDG_DATA_DIRS: dataDir,
        XDG_DATA_HOME: dataDir,
        XDG_CURRENT_DESKTOP: '',
        DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
      },
      stdio: 'ignore',
    })
    try {
      await expect.poll(() => existsSync(argumentsFile), wait).toBe(true)
      const redirectFile = join(dataDir, 'open-tidemark.html')
      expect(readFileSync(argumentsFile, 'utf8').trim().replace('file://', '')).toBe(redirectFile)
      expect(statSync(redirectFile).mode & 0o777).toBe(0o600)
      const { page } = await app.windows.open(`file://${redirectFile}`)
      await page.getByText(/^(live|market closed)/).waitFor(wait)
      expect(page.url()).not.toContain('key=')
    } finally {
      const ended = once(host, 'exit')
      host.kill('SIGTERM')
      await ended
    }
    expect(existsSync(join(dataDir, 'open-tidemark.html'))).toBe(false)
    await removeDataDir(dataDir)
  },
)
