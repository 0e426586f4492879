import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { AssistantState } from '#shared/model/app/assistant.ts'
import { defaultDataDir } from '../host/command-line.ts'

interface LaunchOptions {
  /** The folder of the checkout, or the archive of the packed app. */
  readonly root: string
  readonly profileId: string
  readonly dataDir: string
  readonly platform: NodeJS.Platform
  readonly execPath: string
  readonly env: Readonly<Record<string, string | undefined>>
}

type Launch = NonNullable<AssistantState['launch']>

/** How an assistant starts `tidemark mcp` for a profile; `null` where there is no command line. */
export function launchOf(options: LaunchOptions): Launch | null {
  const { root, profileId, dataDir } = options
  const tidemark = basename(root) === 'app.asar' ? inPackage(options) : inCheckout(options)
  if (tidemark === null) return null
  const usual = defaultDataDir()
  const isDefault = usual !== null && resolve(dataDir) === resolve(usual)
  const mcp = ['mcp', '--profile', profileId, ...(isDefault ? [] : ['--data-dir', resolve(dataDir)])]
  return { command: tidemark.command, args: [...tidemark.args, ...mcp] }
}

function inCheckout({ root, platform }: LaunchOptions): Launch | null {
  const script = join(root, 'scripts', 'tidemark.mjs')
  if (!existsSync(script)) return null
  const name = platform === 'win32' ? 'node.exe' : 'node'
  const pinned = join(root, 'node_modules', 'node', 'bin', name)
  return { command: existsSync(pinned) ? pinned : name, args: [script] }
}

/** The same switches as in the launchers of the package (`resources/launchers`). */
const switches = ['--no-sandbox', '--log-level=3', '--']

/**
 * The launcher beside the archive, with two exceptions. An AppImage is unpacked to another folder at each start, so the image itself
 * is called. On Windows a program cannot start a batch file without a shell, so the app itself is called.
 */
function inPackage({ root, platform, execPath, env }: LaunchOptions): Launch | null {
  const { APPIMAGE: image, APPDIR: mounted } = env
  // Both variables may have been inherited from another AppImage that started this process.
  if (image !== undefined && mounted !== undefined && execPath.startsWith(mounted + sep))
    return { command: image, args: switches }
  if (platform === 'win32') return { command: execPath, args: switches }
  const launcher = join(dirname(root), 'bin', 'tidemark')
  return existsSync(launcher) ? { command: launcher, args: [] } : null
}
