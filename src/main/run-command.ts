import { m } from '#shared/messages/messages.js'
import { writerTo } from './cli/output/output.ts'
import { runCommandLine } from './cli/run.ts'
import { removeUnfinishedOnSignals } from './disk/unfinished-files.ts'
import { defaultDataDir } from './host/command-line.ts'
import { exitCodes, type ExitCode } from './host/exit-codes.ts'
import { describeFault, reportFault } from './host/log.ts'
import { terminalLanguages } from './host/terminal-language.ts'
import { collectPromptly, keepGarbageSmall, keepHeapSmall } from './host/v8-settings.ts'
import { version } from './host/version.ts'
import { unlockForReading } from './sealing/unlock-for-reading.ts'
import type { Keychain } from './secrets/keychain.ts'
import { systemClock } from './time/clock.ts'

/** Only sealed data needs the keychain. */
async function openKeychain(): Promise<Keychain> {
  const { createKeytarKeychain } = await import('./secrets/keytar-keychain.ts')
  const keychain = createKeytarKeychain(systemClock)
  if (process.platform !== 'linux') return keychain
  const { askSecretService, quietKeychain } = await import('./secrets/quiet-keychain.ts')
  return quietKeychain(keychain, askSecretService(systemClock))
}

const notWritten = (code: string): string =>
  code === 'ENOSPC' ? m.cli_the_output_disk_is_full() : m.cli_the_output_cannot_be_written({ code })

/** Runs the command that the arguments name in this process, which is for nothing else. */
export function runCommand(args: readonly string[]): Promise<ExitCode> {
  keepHeapSmall()
  keepGarbageSmall()
  if (args.includes('transactions')) collectPromptly()
  const { stdout, stderr, env } = process
  const hasTerminal = stdout.isTTY
  // The exit code says what happened, also where nobody can read the words.
  stderr.on('error', () => undefined)
  removeUnfinishedOnSignals()
  process.on('uncaughtException', (error) => process.exit(reportFault(error)))
  return runCommandLine(args, {
    unlock: (place) => unlockForReading(openKeychain, place),
    async checkService(place) {
      const { checkService } = await import('./doctor-host.ts')
      return checkService(place)
    },
    languages: terminalLanguages(env),
    version,
    clock: systemClock,
    defaultDataDir: defaultDataDir(),
    style: {
      hasColour: hasTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
      width: hasTerminal ? stdout.columns : null,
    },
    write: writerTo(stdout, {
      // The reader closed the pipe, as `head` does: that is no failure.
      onClosed: () => process.exit(exitCodes.fine),
      onFailed: (code) => {
        stderr.write(`tidemark: ${notWritten(code)}\n`)
        process.exit(exitCodes.notWritten)
      },
    }),
    writeError: (text) => void stderr.write(text),
    logFault: (where, error) => void stderr.write(`tidemark: ${describeFault(where, error)}\n`),
  })
}
