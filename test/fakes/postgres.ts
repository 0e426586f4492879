import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { until } from './until.ts'

const { Client } = pg
const debian = '/usr/lib/postgresql'

/** The folder with the programs of the newest installed server; null when none is installed. */
function findPrograms(): string | null {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

const programs = findPrograms()
/** Whether tests can start their own PostgreSQL server. */
export const hasPostgres = programs !== null

/** The user and group of the server process, because PostgreSQL refuses to run as root. */
function ownerOfServer(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (option: string): number => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

interface ServerOptions {
  /** The password of the user `tide`; without a password, every connection is accepted. */
  readonly password?: string
  readonly tls?: { readonly certificate: string; readonly key: string }
}

/** Starts a PostgreSQL server on loopback, with its data in a temporary directory. Call `stop` at the end. */
export async function startPostgres({ password, tls }: ServerOptions = {}) {
  if (programs === null) throw new Error('PostgreSQL is not installed.')
  const owner = ownerOfServer()
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-postgres-'))
  const setAccess = (path: string, mode: number): void => {
    chmodSync(path, mode)
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid)
  }
  const writePrivate = (name: string, text: string): string => {
    const path = join(directory, name)
    writeFileSync(path, text)
    setAccess(path, 0o600)
    return path
  }
  setAccess(directory, 0o711)
  const data = join(directory, 'data')
  const access =
    password === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', `--pwfile=${writePrivate('password', password)}`]
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'tide', '--no-sync', '-E', 'UTF8', '--locale=C', ...access],
    {
      ...{ ...owner, stdio: 'ignore', cwd: directory },
    },
  )
  const port = await findPort()
  const files =
    tls === undefined
      ? []
      : [
          'ssl=on',
          `ssl_cert_file=${writePrivate('server.crt', tls.certificate)}`,
          `ssl_key_file=${writePrivate('server.key', tls.key)}`,
        ]
  const settings = [
    ...['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${directory}`, 'max_connections=30'],
    ...['fsync=off', 'shared_buffers=128MB', ...files],
  ]
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...{ ...owner, stdio: 'ignore', cwd: directory },
  })
  const ended = new Promise((resolve) => server.on('exit', resolve))
  const connect = async (database: string) => {
    const client = new Client({ host: directory, port, database, user: 'tide', password })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const tryToConnect = () => connect('postgres').catch(() => null)
  const admin = await until(tryToConnect, (client) => client !== null, 30_000)
  if (admin === null) throw new Error('PostgreSQL does not start.')
  let count = 0
  return {
    port,
    directory,
    /** Creates an empty database; returns its connection string and a function that runs SQL in it. */
    async createDatabase() {
      const name = `mirror_${count++}`
      await admin.query(`CREATE DATABASE ${name}`)
      return {
        name,
        to: `postgresql://tide@127.0.0.1:${port}/${name}`,
        async query(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
          const client = await connect(name)
          try {
            return (await client.query<Record<string, unknown>>(sql, [...values])).rows
          } finally {
            await client.end()
          }
        },
      }
    },
    async stop() {
      await admin.end().catch(() => undefined)
      server.kill('SIGQUIT')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>
export type MirrorDatabase = Awaited<ReturnType<Postgres['createDatabase']>>
