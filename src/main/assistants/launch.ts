import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AssistantState } from '../../shared/model/assistant.ts'
import { defaultDataDir } from '../host/command-line.ts'

interface LaunchOptions {
  /** The folder of the checkout. */
  readonly root: string
  readonly profileId: string
  readonly dataDir: string
}

/** How an assistant starts `tidemark mcp` for a profile; `null` outside a checkout, as packages have no command line. */
export function launchOf({ root, profileId, dataDir }: LaunchOptions): AssistantState['launch'] {
  const script = join(root, 'scripts', 'tidemark.mjs')
  if (!existsSync(script)) return null
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const pinned = join(root, 'node_modules', 'node', 'bin', name)
  const isDefault = resolve(dataDir) === resolve(defaultDataDir())
  return {
    command: existsSync(pinned) ? pinned : name,
    args: [script, 'mcp', '--profile', profileId, ...(isDefault ? [] : ['--data-dir', resolve(dataDir)])],
  }
}
