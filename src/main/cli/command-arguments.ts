const questions: readonly string[] = ['--help', '-h', '--version']

/** An argument of the app that is not a command: a file or an address that was dropped on its icon. */
const isPlace = (word: string): boolean => /[/\\:]/.test(word)

/**
 * The arguments of the command line in those of the packed app's process, without its own name; `null` if the app itself is
 * started. Launchers give Chromium its switches, then `--`, and after it the command: so Chromium takes no option of a command for
 * its own. A person may leave that out; an AppImage adds `--no-sandbox` where the system has no sandbox.
 */
export function commandArguments(args: readonly string[]): readonly string[] | null {
  const begins = args.findIndex((arg) => arg === '--' || !arg.startsWith('-'))
  if (args[begins] === '--') return args.slice(begins + 1)
  const command = args[0] === '--no-sandbox' ? args.slice(1) : args
  const [first = ''] = command
  const isCommand = questions.includes(first) || (first !== '' && !first.startsWith('-') && !isPlace(first))
  return isCommand ? command : null
}
