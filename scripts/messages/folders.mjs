// Where text for a person is written in the code, and which of these places wait for their translation.

/** Below src/main: errors, causes, file and column names, the help of commands. Some of their texts are in messages/ already. */
const leftInMain = [
  ...['broker', 'cache', 'cli', 'currency', 'disk', 'export', 'host', 'insight', 'ipc', 'journal', 'ledger', 'lock'],
  ...['margin', 'orders', 'profile', 'reports', 'sealing', 'secrets', 'sqlite', 'sync', 'web'],
].map((name) => `src/main/${name}`)

const leftInWindows = [...['settings']].map((name) => `src/renderer/${name}`)

/**
 * The list of what is left: it only gets shorter. When it is empty, `offersLanguages` in src/shared/language.ts becomes true,
 * and a person can choose the language. A new folder of windows is not in it: its texts are in messages/ from the beginning.
 */
export const left = [...leftInWindows, ...leftInMain]

/** Where texts for a person are, besides all folders of windows. */
export const places = ['src/shared/text', 'src/main/desktop', 'src/main/alerts', ...leftInMain]

/**
 * Messages that read the same in both languages: names and signs.
 * @type {readonly string[]}
 */
export const sameInRussian = []

/** Texts in the code that no person reads: names of APIs, keys and files. */
export const names = {
  'src/main/desktop/notices/bus-notifier.ts': ['Notify'],
  'src/main/desktop/system/autostart-entries.ts': [
    ...['[Desktop Entry]', 'Type=Application', 'Name=Tidemark', 'Exec={…} --{…}', 'Icon=tidemark'],
  ],
  'src/main/desktop/tray/tray.ts': ['Template'],
  'src/main/desktop/window/protocol.ts': ['Not found'],
  'src/renderer/alerts/BrowserNotices.svelte': ['Notification'],
  'src/renderer/chart/CurveFigure.svelte': ['All'],
  'src/renderer/chart/chart.svelte.ts': ['(prefers-color-scheme: dark)'],
  'src/renderer/chart/time-axis.ts': ['All'],
  'src/renderer/instrument/Instrument.svelte': ['input, textarea, select'],
  'src/renderer/instrument/market/PricePanel.svelte': ['All'],
  'src/renderer/instrument/options/chain-columns.ts': [
    'repeat({…}, minmax(0, 1fr)) minmax(72px, 0.9fr) repeat({…}, minmax(0, 1fr))',
  ],
  'src/renderer/lib/app.svelte.ts': ['(prefers-color-scheme: dark)'],
  'src/renderer/lib/browser-permission.svelte.ts': ['Notification'],
  'src/renderer/lib/host/event-stream.ts': ['Notification'],
  'src/renderer/lib/host/page-session.ts': ['Bearer {…}'],
  'src/renderer/lib/host/page-key.ts': ['Bearer {…}', 'tidemark page {…} {…}'],
  'src/renderer/lib/keyboard/letters.ts': ['Slash', 'input:not([type=radio], [type=checkbox]), textarea, select'],
  'src/renderer/lib/keyboard/list-keys.ts': ['[role=grid] tbody tr[tabindex="0"], [role=grid][tabindex="0"]'],
  'src/renderer/lock/LockScreen.svelte': ['(prefers-color-scheme: dark)'],
  'src/renderer/margin/HistoryPanel.svelte': ['All'],
  'src/renderer/overview/equity/EquityFigure.svelte': ['All'],
  'src/renderer/overview/equity/EquityPanel.svelte': ['All'],
  'src/renderer/overview/equity/equity-parts.ts': ['All'],
  'src/renderer/shell/shortcuts.ts': [
    ...['Ctrl/⌘ {…}', 'Ctrl/⌘ K', 'Ctrl/⌘ Shift H', 'Ctrl/⌘ Shift L', 'Ctrl/⌘ A', 'Ctrl/⌘ C'],
    ...['Page ↑ ↓', 'Alt ↑ ↓', 'Alt ← →', 'Shift ↑ ↓'],
  ],
  'src/renderer/shell/Rail.svelte': ['{…} (Ctrl/⌘ {…})'],
  'src/renderer/positions/table/PositionsTable.svelte': ['a, button', 'px'],
  'src/renderer/watchlist/ListFoot.svelte': ['Ctrl/⌘ Z'],
  'src/renderer/ui/table/data-table.svelte.ts': ['focused table'],
  'src/renderer/reports/report-blocks.ts': ['script, style, template, noscript', 'h1, h2, h3, h4, p, table'],
  'src/renderer/search/PaletteSheet.svelte': ['Esc'],
  'src/renderer/search/SearchButton.svelte': ['Ctrl/⌘ K'],
  'src/renderer/search/commands.ts': ['Ctrl/⌘ Shift L'],
  'src/renderer/search/press-button.ts': [
    'table, li, [role=grid], [role=radiogroup], [role=tablist], dialog, [popover]',
  ],
  'src/renderer/search/recent-symbols.ts': ['recent instruments {…}'],
  'src/renderer/transactions/export-run.svelte.ts': ['Ledger 3', 'Beancount', 'Portfolio Performance', 'Parquet'],
  'src/renderer/transactions/filter/FilterBar.svelte': ['input:checked, input'],
  'src/renderer/transactions/grid/SelectionLine.svelte': ['Ctrl/⌘ C'],
  'src/renderer/transactions/grid/TransactionGrid.svelte': ['scroll transactions', 'px', 'translateY(', 'px)'],
}
