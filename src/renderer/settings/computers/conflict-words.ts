import { m } from '#shared/messages/messages.js'
import type { ComputerConflict, ConflictValue, FolderFault } from '#shared/model/app/computers.ts'
import { describeCondition, type FigureStyle } from '#shared/text/alerts/alert-words.ts'
import type { Format } from '#shared/text/format.ts'
import { kindTitle } from '#shared/text/transaction-kinds.ts'
import { texts } from '#shared/texts.ts'

const itemTitles: Readonly<Record<ComputerConflict['kind'], string>> = texts({
  watchlists: m.watchlist_watchlists,
  watchlist: m.settings_computers_watchlist,
  symbol: m.common_instrument,
  view: m.settings_computers_saved_view,
  alert: m.settings_computers_alert,
  kind: m.settings_computers_kind_of_transaction,
  group: m.settings_computers_group_of_transactions,
  opening: m.reconciliation_opening_balance,
  bond: m.positions_bond,
})

const fieldTitles: Readonly<Record<string, string>> = texts({
  exists: m.settings_computers_kept_or_removed,
  name: m.settings_computers_name,
  columns: m.settings_computers_columns,
  order: m.settings_computers_order,
  filter: m.settings_computers_filter,
  direction: m.settings_computers_direction,
  condition: m.settings_computers_condition,
  note: m.settings_computers_note,
  isEnabled: m.settings_computers_on_or_off,
  repeats: m.settings_computers_repeats,
  coolDownMinutes: m.settings_computers_pause,
  expiresAt: m.settings_computers_end,
  kind: m.settings_computers_kind,
  event: m.settings_computers_event,
  amount: m.settings_computers_amount,
  target: m.settings_computers_target_price,
  section: m.settings_computers_section,
  maturesOn: m.settings_computers_maturity,
})

/** The title of a conflict: "Watchlist “Tech”: name". */
export function conflictTitle({ kind, subject, field }: ComputerConflict): string {
  const [first, ...rest] = subject
  const [item, title] = [itemTitles[kind], fieldTitles[field] ?? field]
  if (first === undefined) return `${item}: ${title}`
  const owners = rest.map((part) => ` (${part})`).join('')
  return m.settings_computers_field_of_an_item({ item, name: first, of: owners, field: title })
}

const maxItems = 12

/** A value of a conflict as text; an amount is shown as a figure instead. */
export function valueWords(
  value: Exclude<ConflictValue, { form: 'amount' }>,
  { format, figures }: { readonly format: Pick<Format, 'date' | 'dateTime'>; readonly figures: FigureStyle },
): string {
  switch (value.form) {
    case 'removed':
      return m.settings_computers_removed()
    case 'kept':
      return m.settings_computers_kept()
    case 'text':
      return value.text === '' ? m.settings_computers_empty() : value.text
    case 'list': {
      const more = value.items.length - maxItems
      const items = value.items.slice(0, maxItems).join(', ')
      return `${items}${more > 0 ? m.common_and_count_more({ count: more }) : ''}` || m.settings_computers_empty()
    }
    case 'flag':
      return value.isOn ? m.settings_computers_yes() : m.settings_computers_no()
    case 'condition':
      return describeCondition(value.condition, figures)
    case 'filter':
      return [
        m.settings_computers_count_conditions({ count: value.conditions }),
        ...(value.text === '' ? [] : [m.settings_computers_text({ text: value.text })]),
      ].join(', ')
    case 'kind':
      return kindTitle(value.kind)
    case 'minutes':
      return m.settings_computers_count_minutes({ count: value.minutes })
    case 'instant':
      return value.at === null ? m.settings_computers_never() : format.dateTime(value.at)
    case 'date':
      return format.date(value.date)
    case 'hidden':
      return m.settings_computers_a_value_of_a_newer_version()
  }
}

/** Why a file of the folder is not used, or is used only partly. */
export const faultWords: Readonly<Record<FolderFault['problem'], string>> = texts({
  stranger: m.settings_computers_not_a_file_of_tidemark,
  'other-key': m.settings_computers_of_another_set,
  newer: m.settings_computers_written_by_a_newer_version,
  cut: m.settings_computers_not_complete,
  copy: m.settings_computers_a_copy_or_renamed,
  damaged: m.settings_computers_damaged,
  unreadable: m.settings_computers_cannot_be_read,
  waiting: m.settings_computers_waits_for_an_earlier_file,
})
