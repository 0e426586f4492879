import { plainNames, type CommodityNames } from './commodity-names.ts'
import {
  accountName,
  amountText,
  dateOf,
  moneyText,
  remarkLines,
  unknownLotDate,
  type Dialect,
  type JournalHead,
} from './dialect.ts'
import type { JournalEntry } from './entry.ts'
import { entryCode, plainDescription } from './inert-text.ts'

/**
 * Writes hledger and ledger. Sources: the hledger manual ("hledger format", Ledger lot notation) and the Ledger 3 manual
 * ("Commodity directive", "Buying and selling stock"). Both balance a sale by its cost, and the profit is a separate line.
 */
export function plainDialect(program: 'hledger' | 'ledger', { survey, remarks, nameOf }: JournalHead): Dialect {
  const names = plainNames(survey.currencies.keys())
  return {
    head: () =>
      [
        ...remarkLines(remarks),
        // Ledger needs a declaration of each tag. It reads the decimal places of a commodity from its amounts.
        'tag kind',
        'tag time',
        'tag currency_source',
        '',
        ...[...survey.currencies].map(([code, places]) => declare(program, names.currency(code), Math.max(2, places))),
        ...[...survey.symbols].flatMap(([symbol, places]) => {
          const name = nameOf(symbol)
          const remark = name === null ? [] : [`; ${plainDescription(name).replaceAll(':', ' ')}`]
          return [...remark, declare(program, names.instrument(symbol), places)]
        }),
        '',
        ...survey.places.map((place) => `account ${accountName(place)}`).sort(),
        '\n',
      ].join('\n'),
    entry: (entry) => formatEntry(entry, names),
    price: ({ at, symbol, currency, price }) =>
      `P ${dateOf(at)} ${names.instrument(symbol)} ${moneyText(price)} ${names.currency(currency)}\n`,
  }
}

const declare = (program: 'hledger' | 'ledger', name: string, places: number): string =>
  program === 'ledger' ? `commodity ${name}` : `commodity 1000.${'0'.repeat(places)} ${name}`

function formatEntry({ at, id, kind, name, isCurrencyAssumed, postings }: JournalEntry, names: CommodityNames): string {
  const code = id === null ? '' : ` (${entryCode(id)})`
  const lines = postings.map((posting) => `    ${accountName(posting.place)}  ${amountText(posting, names, lotText)}`)
  return [
    `${dateOf(at)} *${code} ${plainDescription(name)}`.trimEnd(),
    `    ; kind: ${kind}`,
    `    ; time: ${new Date(at).toISOString()}`,
    ...(isCurrencyAssumed ? ['    ; currency_source: assumed'] : []),
    ...lines,
    '\n',
  ].join('\n')
}

const lotText = ({ openedAt }: { readonly openedAt: number | null }, total: string): string =>
  `{{${total}}} [${openedAt === null ? unknownLotDate : dateOf(openedAt)}] @@ ${total}`
