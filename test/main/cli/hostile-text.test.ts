import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { testWith, run, writeJournal } from '../export/journal/programs.ts'
import { daysAgo } from '../ledger/offline-profile.ts'
import { assertInert } from './inert-output.ts'
import { connectAssistant } from './mcp/open-assistant.ts'
import { controlInJson } from './output/control-characters.ts'
import { runCli } from './run-cli.ts'
import { history, openStored } from './stored-profile.ts'

/** Texts that a broker could write into a name, a category or a symbol. */
const hostileTexts = [
  '\u001b]0;owned\u0007\u001b[31mred\u009b2J',
  'one\r\n2026-01-01 * "injected"\r\n  Assets:Stolen  1000000 RUB',
  'return\ronly',
  '\u202egnp.exe\u2066 and \u200f',
  "=cmd|'/C calc'!A0",
  '@SUM(A1:A9)',
  '+1+1',
  '-2+3',
  '＝1+1',
  '\t=1+1',
  ' =1+1',
  'tab\tinside',
  'zero\u0000byte',
  'a ; comment',
  'a | b {1} @@ 5 "quoted" \\ # % *',
  '</td><script>alert(1)</script>&amp;',
  'very long '.repeat(400),
  '👩‍👩‍👧 a\u0301\u0327 Z͑ͫ',
  '\u2028line\u2029paragraph\u0085next',
  '\ud800half',
  `hidden ${String.fromCodePoint(0xe0073, 0xe0065, 0xe006c, 0xe006c, 0xe007f)}order`,
  `z\u200be\u2060r\u034fo\u3164 ${'\ufe0f'.repeat(40)}${'\u{E0101}'.repeat(40)}\ufff9width`,
  '\u2800\u3164',
  'non\ufffecharacter\uffff',
  `tower ش${'\u0651\u200d'.repeat(50)}`,
]

/** Rows with each text as a name, a symbol and a category. */
const rowsWith = (texts: readonly string[]) =>
  texts.flatMap((name, index) => {
    const at = daysAgo(30) + index * 1000
    const money = { currency: 'RUB', amount: dec(index % 2 === 0 ? '1.5' : '-1.5') }
    return [
      makeTransaction(`${1000 + index}`, at, { category: 'OTHERS', name, change: money }),
      makeTransaction(`${2000 + index}`, at, { category: 'INCOME', name: 'Дивиденды', symbol: name, change: money }),
      makeTransaction(`${3000 + index}`, at, { category: name, name: 'other', change: null }),
    ]
  })

/** Parts of texts that a program could read as a command, the end of a field or a formula. */
const parts = [
  ...[
    '\u001b[',
    '\u009b',
    '\u0007',
    '\u0000',
    '\u007f',
    '\r',
    '\n',
    '\r\n',
    '\t',
    '\u2028',
    '\u0085',
    '\u000b',
    '\ud800',
  ],
  ...['\u202e', '\u2066', '\u2069', '\u200f', '\u061c', '\u200b', '\ufeff', '\u00ad', '\ufe0f', '\u{E0041}', '\u3164'],
  ...[
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    "'",
    '"',
    '`',
    ',',
    ';',
    '|',
    '\\',
    '%',
    '*',
    '#',
    '{',
    '}',
    '<',
    '&',
  ],
  ...[
    '  ',
    ' ; ',
    '@@',
    '2026-01-01 * ',
    '  Assets:Stolen  1 RUB',
    'END:VCALENDAR',
    '</t>',
    ']]>',
    '$(id)',
    '://',
    '1e9',
  ],
]
const hostileText = fc
  .array(
    fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary', maxLength: 4 }), fc.constantFrom('a', '1', 'я')),
    {
      ...{ minLength: 1, maxLength: 6 },
    },
  )
  .map((all) => all.join(''))
  .filter((text) => text !== '')

test('hostile text of the broker is only data in every output of the command line, in files and for assistants', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostileText, { minLength: 25, maxLength: 40 }), async (texts) => {
      const rows = [...history, ...rowsWith(texts)]
      const { dataDir, client, close } = await openStored(rows)
      await assertInert(dataDir, rows.length)
      await client.call('settings.write', { assistants: { isOn: true, amounts: 'shown' } })
      const { callTool, assistant } = await connectAssistant(dataDir)
      const answer = JSON.stringify(await callTool('transactions', { limit: 500 }))
      await assistant.close()
      await close()
      expect(controlInJson.exec(answer)?.[0]).toBeUndefined()
    }),
    // `npm run fuzz` uses other texts. Shrinking is off, because shorter texts would not explain the failure better.
    { examples: [[hostileTexts]], numRuns: 2, endOnFailure: true },
  )
}, 180_000)

testWith(
  'hledger',
  'ledger',
  'bean-check',
)('hledger, ledger and beancount accept journals with hostile text', async () => {
  const { dataDir } = await openStored([...history, ...rowsWith(hostileTexts)])
  const journalOf = async (name: string, ending: string): Promise<string> =>
    writeJournal((await runCli(['export', name, '--data-dir', dataDir])).output, ending)
  const book = await journalOf('hledger', 'journal')
  run('hledger', '-f', book, 'check')
  expect(run('hledger', '-f', book, 'accounts')).not.toContain('Stolen')
  expect(run('ledger', '-f', await journalOf('ledger', 'ledger'), 'accounts')).not.toContain('Stolen')
  const beancountPath = await journalOf('beancount', 'beancount')
  expect(spawnSync('bean-check', [beancountPath], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})
