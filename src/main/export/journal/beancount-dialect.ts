import { beancountNames, type CommodityNames } from './commodity-names.ts'
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
import { quotedString } from './inert-text.ts'

/**
 * Writes beancount. Source: "Beancount Language Syntax". Lots are written with their cost both when they are opened and when
 * they are closed (booking NONE), so that costs are exactly those of Tidemark. The time in a lot distinguishes lots of one day.
 */
export function beancountDialect({ survey, remarks, nameOf }: JournalHead): Dialect {
  const names = beancountNames(survey.currencies.keys(), survey.symbols.keys())
  const since = dateOf(survey.firstAt ?? 0)
  const declare = (name: string, fields: readonly (readonly [string, string])[]): string =>
    [`${since} commodity ${name}`, ...fields.map(([key, value]) => `  ${key}: ${quotedString(value)}`)].join('\n')
  return {
    head: () =>
      [
        ...remarkLines(remarks),
        'option "title" "Tidemark"',
        'option "booking_method" "NONE"',
        // The program divides the cost of a lot by its pieces: the lots before and after a split differ by that rounding.
        'option "inferred_tolerance_default" "*:0.000001"',
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

function formatEntry({ at, id, kind, name, isCurrencyAssumed, postings }: JournalEntry, names: CommodityNames): string {
  return [
    `${dateOf(at)} * ${quotedString(name)}`,
    ...(id === null ? [] : [`  id: ${quotedString(id)}`]),
    `  kind: "${kind}"`,
    `  time: "${new Date(at).toISOString()}"`,
    ...(isCurrencyAssumed ? ['  currency_source: "assumed"'] : []),
    ...postings.map((posting) => `  ${accountName(posting.place)}  ${amountText(posting, names, lotText)}`),
    '\n',
  ].join('\n')
}

function lotText({ openedAt }: { readonly openedAt: number | null }, total: string): string {
  const [date, label] =
    openedAt === null ? [unknownLotDate, 'unknown'] : [dateOf(openedAt), new Date(openedAt).toISOString()]
  return `{{${total}, ${date}, "${label}"}}`
}
