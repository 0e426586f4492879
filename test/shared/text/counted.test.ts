import { readFileSync, readdirSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { writeTextsIn } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import { counted } from '#shared/text/counted.ts'
import { createFormat } from '#shared/text/format.ts'

/** The messages whose numbers stay below a thousand. */
const small = [
  ...['alert_form_in_the_last_count_days', 'alerts_event_of_of_within_count_days', 'instrument_reference_halted'],
  ...['alerts_count_alerts_during_silent_hours', 'desktop_count_alerts_while_locked', 'income_count_days_late'],
  ...['causes_not_settled_yet', 'income_rules_rows_pay_it', 'reconciliation_count_less_likely_causes'],
  ...['connection_the_service_refused_the_secret_count_times', 'connection_the_secret_could_not_be_read_count'],
  ...['errors_count_accounts', 'orders_of_count_accounts', 'positions_count_accounts', 'orders_count_legs'],
  ...['errors_all_count_working_orders_of_owner', 'transactions_count_accounts_are_not_fully_loaded'],
  ...['erasure_count_files', 'health_count_things_need_attention', 'health_count_jobs', 'health_count_quotas'],
  'health_service_count_endpoints',
  ...['health_count_fields', 'instrument_market_count_levels_beyond_the_chart', 'instrument_options_count_strikes'],
  ...['instrument_own_count_purchases', 'instrument_own_count_sales', 'lock_wait_minutes', 'settings_lock_count_hours'],
  ...['performance_needs_min_covered_days', 'quotes_market_data_is_delayed', 'quotes_count_gaps', 'ui_count_rates'],
  ...['reports_the_range_is_split_into_count_reports', 'reports_request_count_reports', 'ui_count_permissions'],
  ...['search_count_instruments', 'search_count_commands', 'settings_computers_count_conditions'],
  ...['settings_computers_count_minutes', 'settings_count_days', 'shell_used_of_limit_requests'],
  ...['watchlist_the_list_and_its_count_entries', 'income_rules_tax_not_assigned'],
]

/** A message with plural forms. */
type Plural = readonly [{ readonly match: Readonly<Record<string, string>> }]

/** The messages whose plural forms write the number without a format. */
function bareCounts(language: string): string[] {
  const folder = `messages/${language}`
  const messages = readdirSync(folder).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, string | Plural>),
  )
  return messages.flatMap(([key, message]) =>
    typeof message !== 'string' && Object.values(message[0].match).some((form) => form.includes('{count}'))
      ? [key]
      : [],
  )
}

afterEach(() => writeTextsIn(() => 'en'))

test.each(['en', 'ru'])('a number that may exceed 999 is formatted before it is written: %s', (language) => {
  expect(bareCounts(language).filter((key) => !small.includes(key))).toEqual([])
})

test('a sentence has the plural form of its number, and the number has the format of the user', () => {
  const many = counted(1_234_561, createFormat({ locale: 'en-GB' }))
  expect(m.common_count_transactions(many)).toBe('1,234,561 transactions')
  writeTextsIn(() => 'ru')
  expect(m.common_count_transactions(many)).toBe('1,234,561 операция')
})
