import type { JournalEntry, Posting } from './entry.ts'
import { beancountNames, type CommodityNames } from './commodity-names.ts'
import {
  accountName,
  dateOf,
  moneyText,
  piecesText,
  unknownLotDate,
  type Dialect,
  type JournalHead,
} from './dialect.ts'
import { oneLine, quotedString } from './inert-text.ts'

/**
 * Beancount. Source: "Beancount Language Syntax". Lots are stated with their cost both where they are opened and closed
 * (booking NONE), so that costs are those of Tidemark to the digit; the time in a lot tells lots of one day apart.
 */
export function beancountDialect({ survey, remarks, nameOf }: JournalHead): Dialect {
  const names = beancountNames(survey.currencies.keys(), survey.symbols.keys())
  const since = dateOf(survey.firstAt ?? 0)
  const declare = (name: string, fields: readonly (readonly [string, string])[]): string =>
    [`${since} commodity ${name}`, ...fields.map(([key, value]) => `  ${key}: ${quotedString(value)}`)].join('\n')
  return {
    head: () =>
      [
        ...remarks.map((remark) => `; ${oneLine(remark)}`),
        '',
        'option "title" "Tidemark"',
        'option "booking_method" "NONE"',
        '',
        ...[...survey.currencies.keys()].map((code) => declare(names.currency(code), [['code', code]])),
        ...[...survey.symbols.keys()].map((symbol) => {
          const name = nameOf(symbol)
          return declare(names.instrument(symbol), [
            ['symbol', symbol],
            ...(name === null ? [] : [['name', name] as const]),
          ])
        }),
        '',
        ...survey.places.map((place) => `${since} open ${accountName(place)}`).sort(),
        '\n',
      ].join('\n'),
    entry: (entry) => formatEntry(entry, names),
    price: ({ at, symbol, currency, price }) =>
      `${dateOf(at)} price ${names.instrument(symbol)} ${moneyText(price)} ${names.currency(currency)}\n`,
  }
}

function formatEntry({ at, id, kind, name, postings }: JournalEntry, names: CommodityNames): string {
  return [
    `${dateOf(at)} * ${quotedString(name)}`,
    ...(id === null ? [] : [`  id: ${quotedString(id)}`]),
    `  kind: "${kind}"`,
    `  time: "${new Date(at).toISOString()}"`,
    ...postings.map((posting) => `  ${accountName(posting.place)}  ${amountOf(posting, names)}`),
    '\n',
  ].join('\n')
}

function amountOf(posting: Posting, names: CommodityNames): string {
  if ('money' in posting) return `${moneyText(posting.money)} ${names.currency(posting.currency)}`
  const { pieces, symbol, lot } = posting
  const amount = `${piecesText(pieces)} ${names.instrument(symbol)}`
  if (lot === null) return amount
  const [date, label] =
    lot.openedAt === null ? [unknownLotDate, 'unknown'] : [dateOf(lot.openedAt), new Date(lot.openedAt).toISOString()]
  return `${amount} {{${moneyText(lot.total)} ${names.currency(lot.currency)}, ${date}, "${label}"}}`
}
