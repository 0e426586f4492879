import { m } from '#shared/messages/messages.js'

/** The description of the rows of each table of the journal. */
const words: Readonly<Record<string, () => string>> = {
  alert_notice: m.settings_data_table_alert_history,
  alert_rule: m.settings_data_table_alerts,
  bond_terms: m.settings_data_table_bond_terms,
  journal_event: m.settings_data_table_events_of_tidemark,
  former_row: m.settings_data_table_former_rows,
  kind_choice: m.settings_data_table_chosen_kinds,
  row_group: m.settings_data_table_row_groups,
  opening_balance: m.settings_data_table_opening_balances,
  order_account: m.settings_data_table_accounts_with_orders,
  order_cancel: m.settings_data_table_cancellations,
  order_cancel_step: m.settings_data_table_steps_of_cancellations,
  order_change: m.settings_data_table_changes_of_orders,
  order_seen: m.settings_data_table_orders_seen,
  recorded_equity: m.settings_data_table_recorded_equity,
  recorded_holding: m.settings_data_table_recorded_holdings,
  recorded_margin: m.settings_data_table_recorded_margin,
  recorded_position: m.settings_data_table_recorded_positions,
  recorded_quote: m.settings_data_table_recorded_prices,
  report: m.settings_data_table_reports,
  report_schedule: m.settings_data_table_scheduled_reports,
  saved_view: m.settings_data_table_saved_views,
  setting: m.settings_data_table_settings_of_the_connection,
  shared_base: m.settings_data_table_shared_base,
  shared_batch: m.settings_data_table_shared_batches,
  shared_computer: m.settings_data_table_shared_computers,
  shared_edit: m.settings_data_table_shared_edits,
  shared_value: m.settings_data_table_shared_values,
  watchlist: m.settings_data_table_watchlists,
  watchlist_item: m.settings_data_table_instruments_in_watchlists,
  withdrawn_row: m.settings_data_table_withdrawn_rows,
}

/** The description of the rows of a table. A table of a newer version of Tidemark is described by its name. */
export const tableWords = (name: string): string => words[name]?.() ?? name.replaceAll('_', ' ')
