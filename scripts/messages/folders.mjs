// The folders in which the code contains text for the user.

/** The folders with texts for the user. A new folder must be in one of them. */
export const places = ['src/renderer', 'src/shared/contract', 'src/shared/model', 'src/shared/text', 'src/main']

/** Files whose text only programs read, with the reason. It is English in both languages. */
export const programs = {
  'src/main/cli/command/completion.ts': 'scripts of shells',
  'src/main/cli/mcp': 'tools, prompts and answers of the Model Context Protocol',
  'src/main/demo': 'what the service of the demo answers, as a broker does: in Russian or English',
  'src/main/export/archive': 'the README of the archive, which belongs to its English schema',
  'src/main/export/journal': 'journals of hledger, Ledger and Beancount',
  'src/main/broker/wire/enumerations.ts': 'values as the service names them',
  'src/main/export/performance-csv': 'the files that Portfolio Performance imports',
  'src/main/export/tables': 'names and descriptions of columns',
  'src/main/export/remarks.ts': 'remarks in the files of other programs',
  'src/main/host/log.ts': 'lines of the log',
  'src/main/insight/health-report.ts': 'a report for those who mend Tidemark, as the log',
  'src/main/insight/income/issuer-names.ts': 'words of names that the broker writes',
  'src/main/insight/market/market-data-permission.ts': 'countries and continents as the service names them',
  'src/main/mirror/schema': 'comments of tables and columns in PostgreSQL',
  'src/shared/text/service/known-values.ts': 'values of enumerations as the service sends them',
}

/**
 * Messages that read the same in both languages: names and signs.
 * @type {readonly string[]}
 */
export const sameInRussian = []

/** Texts in the code that users do not read: names of APIs, keys and files. */
export const names = {
  'src/main/broker/file-transport.ts': ['Bearer {…}'],
  'src/main/broker/transport.ts': ['Bearer {…}'],
  // Stored in the cache in English. src/shared/text/malformed-words.ts translates them.
  'src/main/broker/wire/decode.ts': ['not a list', 'not the requested one'],
  'src/main/broker/wire/transaction.ts': ['not a timestamp'],
  'src/main/broker/wire/fields.ts': [
    ...[
      'not a decimal number',
      'not an amount of money',
      'not a timestamp',
      'not a calendar date',
      'not a whole number',
    ],
  ],
  'src/main/broker/wire/session.ts': ['not a token'],
  'src/main/cache/instruments/search/words.ts': [
    ...[
      'equities equity stock share акция акции',
      'bonds облигация облигации',
      'futures фьючерс',
      'funds etf фонд пиф бпиф',
    ],
    ...['spreads спред', 'currencies currency forex fx валюта', 'options опцион', 'swaps своп', 'indices index индекс'],
  ],
  'src/main/cache/transactions/rows/row.ts': [
    ...['no id: it cannot be distinguished from others', 'an amount with more than nine decimals or beyond 64 bits'],
  ],
  'src/main/cli/commands/health.ts': ['malformed rows', 'not read'],
  'src/main/cli/output/code-words.ts': ['stop loss, take profit', 'malformed rows', 'not read'],
  'src/main/cli/run.ts': ['tidemark completion {…}'],
  'src/main/computers/files/segment.ts': ['Tidemark shared folder'],
  'src/main/computers/files/set-key.ts': ['Tidemark shared folder code', 'Tidemark shared folder: {…}'],
  'src/main/desktop/notices/bus-notifier.ts': ['Notify'],
  'src/main/desktop/system/autostart-entries.ts': [
    ...['[Desktop Entry]', 'Type=Application', 'Name=Tidemark', 'Exec={…} --{…}', 'Icon=tidemark'],
  ],
  'src/main/desktop/tray/tray-icon.ts': ['Template'],
  'src/main/desktop/window/menu.ts': ['Cmd+[', 'Alt+Left', 'Cmd+]', 'Alt+Right', 'CommandOrControl+='],
  'src/main/desktop/window/protocol.ts': ['Not found'],
  'src/main/export/income-files.ts': ['Income'],
  'src/main/host/command-line.ts': [
    'tidemark web [--port N] [--data-dir DIR] [--demo small|typical|whale [--as documented|recorded]] [--base-url URL --secret-file FILE] [--key-file FILE] [--no-open]',
    ...['Library', 'Application Support', 'Roaming'],
  ],
  'src/main/host/process-end.ts': ['an uncaught exception', 'an unhandled rejection'],
  'src/main/host/v8-settings.ts': ['typeof gc === "function" ? gc : null'],
  // Responses to a program that violates the contract.
  'src/main/api/dispatch.ts': [
    ...['Bad parameters for {…}: {…}', 'of type {…}', 'Unknown request {…}', 'not as the contract has them'],
    'expected no parameters',
  ],
  'src/main/mirror/connection/connect.ts': ['Tidemark mirror'],
  'src/main/mirror/copy-text.ts': ['{…}{…} BC'],
  'src/main/sealing/data-key.ts': ['Tidemark data key'],
  'src/main/sealing/conversion.ts': ['Tidemark file that was set aside'],
  'src/main/sealing/recovery-code.ts': ['Tidemark recovery code'],
  'src/main/secrets/quiet-keychain.ts': ['Get', 'Collections', 'Locked'],
  'src/main/service/service-recorder.ts': ['service: no longer {…}', '{…} concerned', 'service: {…} since {…}{…}'],
  'src/main/sqlite/lock.ts': ['{…} (deleted)'],
  'src/main/sqlite/seal-state.ts': ['SQLite format 3\0'],
  'src/main/web/responses.ts': [
    ...['Only GET is allowed', 'Send requests with POST', 'The body must be JSON: {"method", "params"}'],
    'attachment; filename="{…}"',
  ],
  'src/main/web/server.ts': ['Send requests with POST', 'Only GET is allowed', 'The body must be a public key'],
  'src/main/web/trusted-pages.ts': ['tidemark page {…} {…}'],
  'src/shared/text/endpoint-words.ts': ['before the restart'],
  'src/renderer/alerts/BrowserNotices.svelte': ['Notification'],
  'src/renderer/chart/CurveFigure.svelte': ['All'],
  'src/renderer/chart/chart.svelte.ts': ['(prefers-color-scheme: dark)', '(forced-colors: active)'],
  'src/renderer/chart/time-axis.ts': ['All'],
  'src/renderer/instrument/Instrument.svelte': ['input, textarea, select'],
  'src/renderer/instrument/market/PricePanel.svelte': ['All'],
  'src/renderer/instrument/options/chain-columns.ts': [
    'repeat({…}, minmax(0, 1fr)) minmax(72px, 0.9fr) repeat({…}, minmax(0, 1fr))',
  ],
  'src/renderer/lib/app.svelte.ts': ['(prefers-color-scheme: dark)'],
  'src/renderer/lib/browser-permission.svelte.ts': ['Notification'],
  'src/renderer/lib/host/event-stream.ts': ['Notification'],
  'src/renderer/lib/host/page-session.ts': ['Bearer {…}', 'tidemark page {…} {…}'],
  'src/renderer/lib/keyboard/shortcut-letter.ts': [
    'Slash',
    'input:not([type=radio], [type=checkbox]), textarea, select',
  ],
  'src/renderer/lib/keyboard/list-keys.ts': ['[role=grid] tbody tr[tabindex="0"], [role=grid][tabindex="0"]'],
  'src/renderer/lock/LockScreen.svelte': ['(prefers-color-scheme: dark)'],
  'src/renderer/margin/HistoryPanel.svelte': ['All'],
  'src/renderer/overview/equity/EquityFigure.svelte': ['All'],
  'src/renderer/overview/equity/EquityPanel.svelte': ['All'],
  'src/renderer/overview/equity/equity-parts.ts': ['All'],
  'src/renderer/settings/LanguageRow.svelte': ['English', 'Русский'],
  'src/renderer/settings/assistants/AssistantsPanel.svelte': ['npx tidemark mcp'],
  'src/renderer/shell/shortcuts.ts': [
    ...['Ctrl/⌘ {…}', 'Ctrl/⌘ F', 'Ctrl/⌘ K', 'Ctrl/⌘ Shift H', 'Ctrl/⌘ Shift L', 'Ctrl/⌘ A', 'Ctrl/⌘ C', 'Ctrl/⌘ G'],
    ...['Ctrl/⌘ Z', 'Page ↑ ↓', 'Alt ↑ ↓', 'Alt ← →', 'Shift ↑ ↓', 'Shift F10'],
  ],
  'src/renderer/shell/Rail.svelte': ['{…} (Ctrl/⌘ {…})'],
  'src/renderer/positions/table/PositionsTable.svelte': ['a, button', 'px'],
  'src/renderer/watchlist/ListFoot.svelte': ['Ctrl/⌘ Z'],
  'src/renderer/ui/table/table-state.svelte.ts': ['focused table'],
  'src/renderer/reports/report-blocks.ts': ['script, style, template, noscript', 'h1, h2, h3, h4, p, table'],
  'src/renderer/search/PaletteSheet.svelte': ['Esc'],
  'src/renderer/search/SearchButton.svelte': ['Ctrl/⌘ K'],
  'src/renderer/search/setting-commands.ts': ['Ctrl/⌘ Shift L'],
  'src/renderer/search/press-button.ts': [
    'table, li, [role=grid], [role=radiogroup], [role=tablist], dialog, [popover]',
  ],
  'src/renderer/search/recent-symbols.ts': ['recent instruments {…}'],
  'src/renderer/transactions/export-run.svelte.ts': ['Ledger 3', 'Beancount', 'Portfolio Performance', 'Parquet'],
  'src/renderer/transactions/filter/FilterBar.svelte': ['input:checked, input'],
  'src/renderer/transactions/grid/SelectionLine.svelte': ['Ctrl/⌘ C', 'Ctrl/⌘ G'],
  'src/renderer/transactions/grid/row-menu.ts': ['Ctrl/⌘ C', 'Ctrl/⌘ G'],
  'src/renderer/transactions/grid/TransactionGrid.svelte': ['scroll transactions', 'px', 'translateY(', 'px)'],
}
