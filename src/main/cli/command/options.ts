import { formats } from '../output/output.ts'

/** An option of a command. */
export interface Option {
  readonly name: string
  /** What stands for its value in the help; without one the option is a switch. */
  readonly value?: string
  readonly words: string
  /** The values that it takes; without them any text. */
  readonly choices?: readonly string[]
  /** It may be given several times. */
  readonly isList?: true
  /** The help names it together with another one. */
  readonly isUnlisted?: true
}

/** Options of every command. */
export const commonOptions: readonly Option[] = [
  { name: 'format', value: 'FORMAT', words: `${formats.join(', ')}; table without it`, choices: formats },
  { name: 'profile', value: 'ID', words: 'the profile; without it the one that was open last' },
  { name: 'data-dir', value: 'DIR', words: 'the data directory; without it that of the app' },
  { name: 'amounts', words: 'show amounts although privacy mode hides them' },
  { name: 'help', words: 'show this text' },
]

export const accountOption: Option = { name: 'account', value: 'ID', words: 'only this account' }
