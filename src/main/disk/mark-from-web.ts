import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** What a mark is made with; a test gives another system. */
interface MarkingSystem {
  readonly platform: NodeJS.Platform
  readonly run: (program: string, args: readonly string[]) => Promise<unknown>
  readonly write: (path: string, text: string) => Promise<void>
}

const runProgram = promisify(execFile)
const thisSystem: MarkingSystem = {
  platform: process.platform,
  run: (program, args) => runProgram(program, [...args], { timeout: 5_000 }),
  write: (path, text) => writeFile(path, text),
}

/** Windows: the zone "Internet". The address stays out of it: it may hold a key. */
const zoneIdentifier = '[ZoneTransfer]\r\nZoneId=3\r\n'
/** macOS: downloaded, and not yet allowed by the user. */
const quarantineFlags = '0081'

/**
 * Marks a file as downloaded from the internet, so that the system warns before it runs something in it. Linux has no such
 * mark. `at` is when it was downloaded (UTC ms). Never rejects: file systems without streams or attributes take no mark, and the
 * file itself is well; `onFailure` gets the error.
 */
export async function markFromWeb(
  path: string,
  at: number,
  onFailure: (error: unknown) => void,
  system: MarkingSystem = thisSystem,
): Promise<void> {
  try {
    if (system.platform === 'win32') await system.write(`${path}:Zone.Identifier`, zoneIdentifier)
    else if (system.platform === 'darwin') {
      const seconds = Math.floor(at / 1_000).toString(16)
      const value = `${quarantineFlags};${seconds};Tidemark;`
      await system.run('/usr/bin/xattr', ['-w', 'com.apple.quarantine', value, path])
    }
  } catch (error) {
    onFailure(error)
  }
}
