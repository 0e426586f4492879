import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '../shared/errors.ts'

/** What a start of the web host was told. */
export interface CommandLine {
  readonly port: number
  readonly dataDir: string
  /** `null`: what was open last, or the demo. */
  readonly demoSize: 'small' | 'typical' | 'whale' | null
  readonly connection: { readonly baseUrl: string; readonly secret: string | null } | null
  readonly opensBrowser: boolean
}

export const usage =
  'tidemark web [--port N] [--data-dir DIR] [--demo small|typical|whale] [--base-url URL --secret-file FILE] [--no-open]'

/** Reads the arguments. Throws `invalid` with what is wrong; the secret's text is never part of a message. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parse(args)
  const port = Number(values.port ?? 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new AppError('invalid', '--port takes a number from 0 to 65535')
  const baseUrl = values['base-url']
  const secretFile = values['secret-file']
  if (secretFile !== undefined && baseUrl === undefined)
    throw new AppError('invalid', '--secret-file goes with --base-url')
  if (baseUrl !== undefined && values.demo !== undefined)
    throw new AppError('invalid', '--demo and --base-url exclude each other')
  return {
    port,
    dataDir: values['data-dir'] ?? defaultDataDir(),
    demoSize: values.demo === undefined ? null : demoSizeOf(values.demo),
    connection:
      baseUrl === undefined ? null : { baseUrl, secret: secretFile === undefined ? null : readSecretFile(secretFile) },
    opensBrowser: values['no-open'] !== true,
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        'data-dir': text,
        demo: text,
        'base-url': text,
        'secret-file': text,
        'no-open': { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new AppError('invalid', `${describe(error)}\n${usage}`)
  }
}

/** Option names may be told; a stray argument may be a secret, and is not. */
function describe(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return 'The arguments cannot be read'
  return error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL' ? 'An argument belongs to no option' : error.message
}

function demoSizeOf(text: string): 'small' | 'typical' | 'whale' {
  if (text === 'small' || text === 'typical' || text === 'whale') return text
  throw new AppError('invalid', '--demo is small, typical or whale')
}

function readSecretFile(path: string): string {
  let secret: string
  try {
    secret = readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new AppError('invalid', `The secret file ${path} cannot be read`, { cause })
  }
  if (secret === '') throw new AppError('invalid', `The secret file ${path} is empty`)
  return secret
}

/** Where Electron's `userData` lies too, so that both hosts find the same data. */
export function defaultDataDir(): string {
  const { platform, env } = process
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Tidemark')
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Tidemark')
  return join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'Tidemark')
}
