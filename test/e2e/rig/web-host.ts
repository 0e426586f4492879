import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reply } from '#shared/client.ts'
import type { Method, Params, Result } from '#shared/contract/contract.ts'

const maxStartMs = 120_000

/** The built web host in a separate process, started from the command line. */
export interface WebHostProcess {
  readonly origin: string
  readonly dataDir: string
  readonly pid: number
  /** The text of its standard output and standard error so far. */
  output(): string
  call<M extends Method>(method: M, ...params: Params<M> extends void ? [] : [Params<M>]): Promise<Result<M>>
  /** Returns an address that opens the app in one more browser. */
  issueUrl(): Promise<string>
  /** Sends a request and returns the reply as it was transferred, an error included. */
  request(method: string, params?: unknown): Promise<Reply>
  /** Ends the process with SIGKILL, like a crash. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export const makeDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'tidemark-e2e-'))

export const removeDataDir = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true })

/** Starts `out/main/web.js` on any free port and waits for the line with its URL. `nodeArgs` are options of Node. */
export async function startWebHost(
  dataDir: string,
  args: readonly string[] = [],
  nodeArgs: readonly string[] = [],
): Promise<WebHostProcess> {
  const script = join(import.meta.dirname, '..', '..', '..', 'out', 'main', 'web.js')
  const keyFile = join(dataDir, 'script-key')
  const options = ['--no-open', '--data-dir', dataDir, '--key-file', keyFile, ...args]
  const child = spawn(process.execPath, [...nodeArgs, script, ...options], {
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const url = await findUrl(child, () => output)
  const { origin } = new URL(url)
  const key = (await readFile(keyFile, 'utf8')).trim()

  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      // A kept connection may be closed by the server at the moment at which the next request uses it.
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(body),
    }).catch((cause: unknown) => {
      const ending = child.exitCode ?? child.signalCode
      throw ending === null ? cause : new Error(`The web host ended with ${ending}: ${output}`, { cause })
    })
  const request = async (method: string, params?: unknown): Promise<Reply> =>
    (await (await post('/api/request', { method, params })).json()) as Reply

  return {
    origin,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    issueUrl: async () => ((await (await post('/api/address', {})).json()) as { url: string }).url,
    request,
    async call(method, ...[params]) {
      const reply = await request(method, params)
      if (!reply.ok) throw new Error(`${method}: ${reply.code}: ${reply.message}`)
      return ('value' in reply ? reply.value : undefined) as never
    },
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  }
}

/** Starts the web host with a service. The secret is in a file that is removed after the start, because it is read only once. */
export async function connectWebHost(
  dataDir: string,
  { baseUrl, secret }: { readonly baseUrl: string; readonly secret: string },
  nodeArgs: readonly string[] = [],
): Promise<WebHostProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-secret-'))
  const file = join(folder, 'secret')
  await writeFile(file, `${secret}\n`, { mode: 0o600 })
  try {
    return await startWebHost(dataDir, ['--base-url', baseUrl, '--secret-file', file], nodeArgs)
  } finally {
    await removeDataDir(folder)
  }
}

async function findUrl(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = AbortSignal.timeout(maxStartMs)
  for (;;) {
    const found = /http:\/\/127\.0\.0\.1:\d+\/\?key=\S+/.exec(output())?.[0]
    if (found !== undefined) return found
    if (child.exitCode !== null) throw new Error(`The web host ended with ${child.exitCode}: ${output()}`)
    await Promise.race([once(child.stdout!, 'data', { signal: deadline }), once(child, 'exit', { signal: deadline })])
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
