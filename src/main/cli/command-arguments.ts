const questions: readonly string[] = ['--help', '-h', '--version']

/** Whether an argument is not a command but a file or an address that was dropped on the icon of the app. */
const isPlace = (word: string): boolean => /[/\\:]/.test(word)

/**
 * The arguments of the command line among the arguments of the packed app's process, without the name of the app; `null` if the
 * app itself is started. Launchers pass the switches of Chromium, then `--`, then the command, so that Chromium does not read
 * the options of a command. The user may omit `--`. An AppImage adds `--no-sandbox` where the system has no sandbox.
 */
export function commandArguments(args: readonly string[]): readonly string[] | null {
  const begins = args.findIndex((arg) => arg === '--' || !arg.startsWith('-'))
  if (args[begins] === '--') return args.slice(begins + 1)
  const command = args[0] === '--no-sandbox' ? args.slice(1) : args
  const [first = ''] = command
  const isCommand = questions.includes(first) || (first !== '' && !first.startsWith('-') && !isPlace(first))
  return isCommand ? command : null
}
