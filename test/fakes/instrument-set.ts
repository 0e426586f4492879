import type { Instrument } from '#shared/model/instrument.ts'
import { seededRandom } from './random.ts'

type Line = readonly [ticker: string, mic: string, isin: string, type: string, name: string, isArchived?: boolean]

/** Instruments that tests and benches use by name, including all unusual cases. */
const known: readonly Line[] = [
  ['SBER', 'MISX', 'RU0009029540', 'EQUITIES', 'Сбербанк'],
  ['SBERP', 'MISX', 'RU0009029557', 'EQUITIES', 'Сбербанк-п'],
  ['SBMX', 'MISX', 'RU000A0JZT93', 'FUNDS', 'БПИФ Первая — Индекс Мосбиржи ETF Sber'],
  ['RU000A103WV8', 'MISX', 'RU000A103WV8', 'BONDS', 'Сбер Sb33R'],
  ['GAZP', 'MISX', 'RU0007661625', 'EQUITIES', '"Газпром" (ПАО) ао'],
  ['GAZP', 'RTSX', 'RU0007661625', 'EQUITIES', 'Газпром ао', true],
  ['SIBN', 'MISX', 'RU0009062467', 'EQUITIES', 'Газпром нефть'],
  ['YDEX', 'MISX', 'RU000A107T19', 'EQUITIES', 'МКПАО ЯНДЕКС'],
  ['YNDX', 'XNGS', 'NL0009805522', 'EQUITIES', 'Yandex N.V.', true],
  ['LKOH', 'MISX', 'RU0009024277', 'EQUITIES', 'ЛУКОЙЛ'],
  ['AAPL', 'XNGS', 'US0378331005', 'EQUITIES', 'Apple Inc.'],
  ['AAPL', '_SPBX', 'US0378331005', 'EQUITIES', 'Apple Inc.'],
  ['AAPL', '#AAPl', 'US0378331005', 'OTHER', 'Apple indicative'],
  ['AAPL', 'XHKF', '', 'FUTURES', 'Apple future', true],
  ['BRK.B', 'XNYS', 'US0846707026', 'EQUITIES', 'Berkshire Hathaway Class B'],
  ['BF/B', 'XNYS', 'US1156372096', 'EQUITIES', 'Brown-Forman Class B'],
  ['VOLV B', 'XSTO', 'SE0000115446', 'EQUITIES', 'Volvo AB ser. B'],
  ['RTX%', 'Odd_', '', 'OTHER', 'A ticker with a percent sign'],
  ['A@B', 'XXXX', '', 'OTHER', 'A ticker with an at sign'],
  ['%', '#index', '', 'INDICES', ''],
  ['NONAME', 'XXXX', '', 'OTHER', ''],
  ['MSFT', 'XNGS', 'US5949181045', 'EQUITIES', 'Microsoft Corporation'],
  ['NVDA', 'XNGS', 'US67066G1040', 'EQUITIES', 'NVIDIA Corporation'],
  ['F', 'XNYS', 'US3453708600', 'EQUITIES', 'Ford Motor Company'],
  ['NESN', 'XSWX', 'CH0038863350', 'EQUITIES', 'Nestlé S.A.'],
  ['SiH6', 'RTSX', '', 'FUTURES', 'Si-3.26 Курс доллар — рубль'],
  ['EURUSD', 'FXMD', '', 'CURRENCIES', 'EUR/USD'],
  ['IMOEX', 'INDX', '', 'INDICES', 'Индекс МосБиржи'],
]

const syllables =
  'al an ar bel bor ca cor dan del do el en fa fin ga gran har in ka kor la len lin lo ma mar mer mi na nor o pa per pol ra ri ro sa sel son ta ter tor u va ver vi vo za'.split(
    ' ',
  )
const cyrillic =
  'ал ан ар бел бор ве вол га гор дан дон ек ел за зар ин ка ки кор кра лен ли лу ма мет мир на не но ор па пер по ра ре ро са се сиб ск та те тек то у ура фин хим эн юг'.split(
    ' ',
  )
const companySuffixes = [
  'Inc.',
  'Corporation',
  'Holdings',
  'PLC',
  'AG',
  'SE',
  'Group',
  'Ltd',
  'N.V.',
  'Trust',
  'Technologies',
  'Bank',
  'Energy',
  'Capital',
]
const russianCompanyWords = ['ПАО', 'АО', 'ООО', 'Банк', 'Нефть', 'Энерго', 'Финанс', 'Групп', 'Лизинг', 'Капитал']
const mics = ['XNGS', 'XNYS', 'XETR', 'XLON', 'XHKG', 'XTKS', 'XPAR', 'ARCX', '_SPBX', '#Otc']
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * A seeded list in the order of the ids, like the list of the service. A quarter are shares of many markets; some of them
 * trade on several markets, and some are archived under a ticker that a newer instrument has now. The others are bonds,
 * funds and futures, and half of the list are options.
 */
export function* makeInstruments(count: number, seed = 11): Generator<Instrument> {
  const random = seededRandom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T
  const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
  const word = (from: readonly string[]): string =>
    title(Array.from({ length: 2 + below(3) }, () => pick(from)).join(''))
  const ticker = (length: number): string => Array.from({ length }, () => letters[below(26)]).join('')
  const isin = (country: string, index: number): string => `${country}${String(index).padStart(9, '0')}${below(10)}`
  // Names repeat, because one issuer has shares, bonds and options.
  const issuers = Array.from({ length: Math.max(40, Math.ceil(count / 12)) }, () =>
    random() < 0.3
      ? `${word(cyrillic)} ${pick(russianCompanyWords)}`
      : `${word(syllables)} ${random() < 0.4 ? `${word(syllables)} ` : ''}${pick(companySuffixes)}`,
  )
  const used = new Set(known.map(([name, mic]) => `${name}@${mic}`))
  let id = 0
  const entry = ([name, mic, code, type, text, isArchived = false]: Line): Instrument => ({
    symbol: `${name}@${mic}`,
    id: String(++id),
    ticker: name,
    mic,
    isin: code,
    type,
    name: text,
    isArchived,
  })
  const make = (index: number): Line => {
    const share = random()
    const issuer = pick(issuers)
    if (share < 0.25) {
      const code = isin(pick(['US', 'DE', 'GB', 'FR', 'HK', 'RU']), index)
      return [ticker(2 + below(4)), pick(mics), code, 'EQUITIES', issuer, random() < 0.2]
    }
    if (share < 0.4) {
      const code = isin('RU000A', index)
      return [code, 'MISX', code, 'BONDS', `${issuer} ${below(20) + 1}Р-${below(90) + 10}`, random() < 0.4]
    }
    if (share < 0.45) return [ticker(4), pick(mics), isin('IE', index), 'FUNDS', `${issuer} UCITS ETF`]
    if (share < 0.5)
      return [
        `${ticker(2)}${pick(['H', 'M', 'U', 'Z'])}${below(10)}`,
        'RTSX',
        '',
        'FUTURES',
        `${issuer} future`,
        random() < 0.6,
      ]
    const strike = (below(900) + 10) * 5
    const code = `${ticker(2)}${strike}B${pick(['A', 'M', 'C', 'O'])}${below(10)}${index % 100}`
    return [code, 'RTSX', '', 'OPTIONS', `${issuer} ${random() < 0.5 ? 'call' : 'put'} ${strike}`, random() < 0.5]
  }
  for (const line of known.slice(0, count)) yield entry(line)
  for (let index = known.length; index < count;) {
    const line = make(index)
    const [name, mic] = line
    // An instrument whose symbol is already used becomes an archived instrument of the same symbol with its own id.
    const isTaken = used.has(`${name}@${mic}`)
    used.add(`${name}@${mic}`)
    yield entry(isTaken ? [name, mic, line[2], line[3], line[4], true] : line)
    index++
  }
}
