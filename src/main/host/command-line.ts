import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { DemoSize } from '../demo/data/account-plans.ts'
import type { AnswerShape } from '../demo/world/world.ts'
import { homeFolder } from '../disk/home-folder.ts'
import { StorageError } from '../sqlite/errors.ts'

/** The command-line options of the web host. */
export interface CommandLine {
  readonly port: number
  readonly dataDir: string
  /** `null` opens the last profile, or the demo. */
  readonly demoSize: DemoSize | null
  /** How the demo answers. */
  readonly demoAs: AnswerShape
  readonly connection: { readonly baseUrl: string; readonly secret: string | null } | null
  /** Where the key for scripts is, or is created; `null` without one. */
  readonly keyFile: string | null
  readonly opensBrowser: boolean
}

export const usage =
  'tidemark web [--port N] [--data-dir DIR] [--demo small|typical|whale [--as documented|recorded]] [--base-url URL --secret-file FILE] [--key-file FILE] [--no-open]'

/** Parses the arguments. Throws AppError `invalid` with the reason; the message never contains the secret. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parse(args)
  const port = Number(values.port ?? 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new AppError('invalid', m.host_port_is_a_number())
  const baseUrl = values['base-url']
  const secretFile = values['secret-file']
  if (secretFile !== undefined && baseUrl === undefined)
    throw new AppError('invalid', m.host_secret_file_needs_base_url())
  if (baseUrl !== undefined && values.demo !== undefined)
    throw new AppError('invalid', m.host_demo_and_base_url_exclude_each_other())
  return {
    port,
    dataDir: chooseDataDir(values['data-dir']),
    ...readDemo(values),
    connection:
      baseUrl === undefined ? null : { baseUrl, secret: secretFile === undefined ? null : readSecretFile(secretFile) },
    keyFile: values['key-file'] ?? null,
    opensBrowser: values['no-open'] !== true,
  }
}

function parse(args: readonly string[]) {
  const parsed = parseKnown(args)
  const empty = Object.entries(parsed.values).find(([, value]) => value === '')
  if (empty !== undefined) throw new AppError('invalid', m.cli_is_empty({ name: empty[0] }))
  return parsed
}

function parseKnown(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        'data-dir': text,
        demo: text,
        as: text,
        'base-url': text,
        'secret-file': text,
        'key-file': text,
        'no-open': { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new AppError('invalid', `${describe(error)}\n${usage}`)
  }
}

/** Option names may appear in the message; a positional argument may be a secret and must not. */
function describe(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return m.host_the_arguments_are_invalid()
  return error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL' ? m.host_unexpected_argument() : error.message
}

/** Reads the options of the demo. Throws AppError `invalid` with the reason. */
export function readDemo({ demo, as }: { demo?: string | undefined; as?: string | undefined }) {
  if (as !== undefined && demo === undefined) throw new AppError('invalid', m.host_as_needs_demo())
  return { demoSize: demo === undefined ? null : demoSizeOf(demo), demoAs: answerShapeOf(as ?? 'documented') }
}

function demoSizeOf(text: string): DemoSize {
  if (text === 'small' || text === 'typical' || text === 'whale') return text
  throw new AppError('invalid', m.host_demo_is_one_of())
}

function answerShapeOf(text: string): AnswerShape {
  if (text === 'documented' || text === 'recorded') return text
  throw new AppError('invalid', m.host_as_is_one_of())
}

function readSecretFile(path: string): string {
  let secret: string
  try {
    secret = readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new AppError('invalid', m.host_the_secret_file_cannot_be_read({ path }), { cause })
  }
  if (secret === '') throw new AppError('invalid', m.host_the_secret_file_is_empty({ path }))
  return secret
}

/** The same folder as Electron's `userData`, so that both hosts use the same data; `null` without a home folder. */
export function defaultDataDir(): string | null {
  const { platform, env } = process
  const home = homeFolder()
  const inHome = (...names: readonly string[]): string | null => (home === null ? null : join(home, ...names))
  const folder =
    platform === 'darwin'
      ? inHome('Library', 'Application Support')
      : platform === 'win32'
        ? env['APPDATA'] || inHome('AppData', 'Roaming')
        : env['XDG_CONFIG_HOME'] || inHome('.config')
  return folder === null ? null : join(folder, 'Tidemark')
}

/** The data directory that was given, otherwise the usual one. Throws StorageError without both. */
export function chooseDataDir(given: string | null | undefined, usual = defaultDataDir()): string {
  const dataDir = given ?? usual
  if (dataDir === null) throw new StorageError(m.host_there_is_no_home_folder)
  return dataDir
}
