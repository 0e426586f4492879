import { defaultDataDir } from './host/command-line.ts'
import { describeFault } from './host/log.ts'
import { keepGarbageSmall, keepHeapSmall } from './host/v8-settings.ts'
import { terminalLanguages } from './host/terminal-language.ts'
import { version } from './host/version.ts'
import { unlockForReading } from './sealing/unlock-for-reading.ts'
import type { Keychain } from './secrets/keychain.ts'
import { systemClock } from './time/clock.ts'
import { exitCodes, type ExitCode } from './cli/command/exit-codes.ts'
import { runCommandLine } from './cli/run.ts'
import { writerTo } from './cli/output/output.ts'

/** Only sealed data needs the keychain. */
async function openKeychain(): Promise<Keychain> {
  const { createKeytarKeychain } = await import('./secrets/keytar-keychain.ts')
  return createKeytarKeychain(systemClock)
}

/** Runs the command that the arguments name in this process, which is for nothing else. */
export function runCommand(args: readonly string[]): Promise<ExitCode> {
  keepHeapSmall()
  keepGarbageSmall()
  const { stdout, stderr, env } = process
  const hasTerminal = stdout.isTTY
  return runCommandLine(args, {
    unlock: (place) => unlockForReading(openKeychain, place),
    languages: terminalLanguages(env),
    ...{ version, clock: systemClock, defaultDataDir: defaultDataDir() },
    style: {
      hasColour: hasTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
      width: hasTerminal ? stdout.columns : null,
    },
    // Whoever reads has enough: that is no failure.
    write: writerTo(stdout, () => process.exit(exitCodes.fine)),
    writeError: (text) => void stderr.write(text),
    logFault: (where, error) => void stderr.write(`tidemark: ${describeFault(where, error)}\n`),
  })
}
