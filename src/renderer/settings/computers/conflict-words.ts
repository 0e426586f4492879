import type { ComputerConflict, ConflictValue, FolderFault } from '../../../shared/model/app/computers.ts'
import { describeCondition, type FigureStyle } from '../../../shared/text/alert-words.ts'
import type { Format } from '../../../shared/text/format.ts'
import { kindTitle } from '../../../shared/text/transaction-kinds.ts'

const itemTitles: Readonly<Record<ComputerConflict['kind'], string>> = {
  ...{ watchlists: 'Watchlists', watchlist: 'Watchlist', symbol: 'Instrument', view: 'Saved view', alert: 'Alert' },
  ...{ kind: 'Kind of transaction', opening: 'Opening balance' },
}

const fieldTitles: Readonly<Record<string, string>> = {
  ...{ exists: 'kept or removed', name: 'name', columns: 'columns', order: 'order', filter: 'filter' },
  ...{ direction: 'direction', condition: 'condition', note: 'note', isEnabled: 'on or off', repeats: 'repeats' },
  ...{
    coolDownMinutes: 'pause',
    expiresAt: 'end',
    kind: 'kind',
    amount: 'amount',
    target: 'target price',
    section: 'section',
  },
}

/** What a conflict is about: "Watchlist “Tech”: name". */
export function conflictTitle({ kind, subject, field }: ComputerConflict): string {
  const [first, ...rest] = subject
  const named = first === undefined ? '' : ` “${first}”${rest.map((part) => ` (${part})`).join('')}`
  return `${itemTitles[kind]}${named}: ${fieldTitles[field] ?? field}`
}

const maxItems = 12

/** A value of a conflict in words; an amount is shown as a figure instead. */
export function valueWords(
  value: Exclude<ConflictValue, { form: 'amount' }>,
  { format, figures }: { readonly format: Pick<Format, 'dateTime'>; readonly figures: FigureStyle },
): string {
  switch (value.form) {
    case 'removed':
      return 'Removed'
    case 'kept':
      return 'Kept'
    case 'text':
      return value.text === '' ? 'Empty' : value.text
    case 'list': {
      const more = value.items.length - maxItems
      return `${value.items.slice(0, maxItems).join(', ')}${more > 0 ? ` and ${more} more` : ''}` || 'Empty'
    }
    case 'flag':
      return value.isOn ? 'Yes' : 'No'
    case 'condition':
      return describeCondition(value.condition, figures)
    case 'filter':
      return [
        value.conditions === 1 ? '1 condition' : `${value.conditions} conditions`,
        ...(value.text === '' ? [] : [`text “${value.text}”`]),
      ].join(', ')
    case 'kind':
      return kindTitle(value.kind)
    case 'minutes':
      return value.minutes === 1 ? '1 minute' : `${value.minutes} minutes`
    case 'instant':
      return value.at === null ? 'Never' : format.dateTime(value.at)
    case 'hidden':
      return 'A value of a newer version of Tidemark'
  }
}

/** Why a file of the folder is not used, or not completely. */
export const faultWords: Readonly<Record<FolderFault['problem'], string>> = {
  stranger: 'Not a file of Tidemark. It is not read.',
  'other-key': 'Of another set, with another code. It is not read.',
  newer: 'Written by a newer version of Tidemark. Update Tidemark on this computer to read it.',
  cut: 'Not complete. What is whole of it was read; the rest follows when your file sync has brought it.',
  copy: 'A copy, or a file that was renamed. The original counts; this one can be deleted.',
  damaged: 'Damaged. What stands before the damage was read; the computer that wrote it has the data.',
  unreadable: 'Cannot be read. Check its permissions and the drive.',
  waiting: 'Waits for an earlier file of the same computer, which is not here yet.',
}
