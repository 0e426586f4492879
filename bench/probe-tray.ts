import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { seedData } from './start/seed.ts'
import { withConnectedDesktop } from './start/visit-electron.ts'
import { TrayStandIn } from '../test/desktop/rig/tray-stand-in.ts'
import { until } from '../test/fakes/until.ts'
import { readPrivateMb } from './idle/process-state.ts'
import { readMemory } from './idle/memory.ts'

const size = (process.argv[2] ?? 'typical') as 'small'
const settle = (process.argv[3] ?? '60').split(',').map(Number)
const extra = process.argv.slice(4)
const folder = mkdtempSync(join(tmpdir(), 'probe-'))
const seeded = await seedData(size, join(folder, 'd'))
function tree(pid: number): number[] {
  const all = readdirSync('/proc')
    .filter((n) => /^\d+$/.test(n))
    .flatMap((n) => {
      try {
        const s = readFileSync(`/proc/${n}/stat`, 'utf8')
        return [{ pid: Number(n), ppid: Number(s.slice(s.lastIndexOf(')') + 2).split(' ')[1]) }]
      } catch {
        return []
      }
    })
  const out = [pid]
  for (const p of out) out.push(...all.filter((c) => c.ppid === p).map((c) => c.pid))
  return out
}
function breakdown(pid: number) {
  const kinds: Record<string, number> = {}
  let kind = ''
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    const head = /^[0-9a-f]+-[0-9a-f]+ (\S+) \S+ \S+ (\d+)\s*(.*)$/.exec(line)
    if (head) {
      const name = head[3] ?? ''
      kind =
        name === ''
          ? (head[1] ?? '').replace('p', '') + ' anon'
          : name.startsWith('[')
            ? name.replace(/:.*\]/, ']')
            : name.replace(/.*\//, '')
    }
    const m = /^Private_(?:Clean|Dirty):\s+(\d+)/.exec(line)
    if (m) kinds[kind] = (kinds[kind] ?? 0) + Number(m[1]) / 1e3
  }
  return Object.fromEntries(
    Object.entries(kinds)
      .filter(([, v]) => v > 0.25)
      .sort(([, a], [, b]) => b - a)
      .map(([k, v]) => [k, Math.round(v * 100) / 100]),
  )
}
async function inspect() {
  const list = (await (await fetch('http://127.0.0.1:9377/json/list')).json()) as { webSocketDebuggerUrl: string }[]
  const ws = new WebSocket(list[0]!.webSocketDebuggerUrl)
  await new Promise((r) => ws.addEventListener('open', r))
  let id = 0
  const pend = new Map<number, (v: any) => void>()
  const workers: any[] = []
  ws.addEventListener('message', (e) => {
    const m = JSON.parse(String(e.data))
    if (m.id) pend.get(m.id)?.(m)
    else if (m.method === 'NodeWorker.attachedToWorker') workers.push(m.params)
    else if (m.method === 'NodeWorker.receivedMessageFromWorker') {
      const x = JSON.parse(m.params.message)
      if (x.id) wp.get(x.id)?.(x)
    }
  })
  const wp = new Map<number, (v: any) => void>()
  const call = (method: string, params = {}) =>
    new Promise<any>((r) => {
      const i = ++id
      pend.set(i, r)
      ws.send(JSON.stringify({ id: i, method, params }))
    })
  const ev = (expression: string) =>
    call('Runtime.evaluate', { expression, returnByValue: true }).then(
      (r) => r.result?.result?.value ?? JSON.stringify(r),
    )
  const code = `JSON.stringify([process.memoryUsage(), process.mainModule?.require?.('v8')?.getHeapSpaceStatistics?.().filter(s=>s.space_size).map(s=>[s.space_name,(s.space_size/1e6).toFixed(1),(s.space_used_size/1e6).toFixed(1)]), typeof require])`
  const code2 = code.replace("process.mainModule?.require?.('v8')", "process.getBuiltinModule?.('v8')")
  console.log('before gc', await ev(code2))
  await call('NodeWorker.enable', { waitForDebuggerOnStart: false })
  await wait(500)
  for (const w of workers) {
    const wcall = (method: string, params = {}) =>
      new Promise<any>((r) => {
        const i = ++id
        wp.set(i, r)
        void call('NodeWorker.sendMessageToWorker', {
          sessionId: w.sessionId,
          message: JSON.stringify({ id: i, method, params }),
        })
      })
    const r = await wcall('Runtime.evaluate', { expression: code2, returnByValue: true })
    console.log('worker', w.workerInfo.url, r.result?.result?.value ?? JSON.stringify(r))
  }
  await call('HeapProfiler.enable')
  await call('HeapProfiler.collectGarbage')
  await wait(2000)
  console.log('after gc', await ev(code2))
  ws.close()
}
try {
  await withConnectedDesktop(seeded, async (desktop, dataDir) => {
    const panel = new TrayStandIn(desktop.busAddress)
    await panel.appear()
    const app = desktop.spawn({
      dataDir,
      args: ['--hidden', ...extra],
      env: JSON.parse(process.env['APPENV'] ?? '{}'),
    })
    const ended = once(app, 'exit')
    app.stderr?.on('data', (d) => {
      const t = String(d)
      if (/PROBE/.test(t)) console.log(t.trim())
    })
    try {
      await until(
        () => (panel.items.length > 0 ? panel.tooltip() : ''),
        (text) => text.includes('live'),
      )
      const t0 = Date.now()
      for (const s of settle) {
        await wait(Math.max(0, s * 1000 - (Date.now() - t0)))
        let total = 0
        for (const pid of tree(app.pid ?? 0)) {
          let cmd = ''
          try {
            cmd = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 3).join(' ').slice(-80)
            const priv = readPrivateMb(pid)
            total += priv
            const m = readMemory(pid)
            const threads = readdirSync(`/proc/${pid}/task`).map((t) =>
              readFileSync(`/proc/${pid}/task/${t}/comm`, 'utf8').trim(),
            )
            console.log(
              s,
              pid,
              cmd,
              'private',
              priv.toFixed(1),
              'anon',
              m.ownMb.toFixed(1),
              'rss',
              m.rssMb.toFixed(1),
              'peak',
              m.peakMb.toFixed(1),
              'threads',
              threads.length,
              pid === app.pid ? threads.join(' ') : '',
            )
            if (pid === app.pid) console.log(JSON.stringify(breakdown(pid)))
          } catch (e) {
            console.log(pid, cmd, String(e))
          }
        }
        console.log(s, 'TOTAL private', total.toFixed(1))
      }
      if (process.env['INSPECT']) await inspect()
      console.log('after inspect+gc', JSON.stringify(readMemory(app.pid ?? 0)))
    } finally {
      app.kill('SIGTERM')
      await ended
      panel.close()
    }
  })
} finally {
  await seeded.close()
  rmSync(folder, { recursive: true, force: true })
}
