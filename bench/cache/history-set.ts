import { seededRandom } from '../../test/fakes/random.ts'

/** A seeded history in the form of the service's responses: up to a thousand rows each, newest first, as JSON text. */
export interface HistorySet {
  readonly accounts: readonly string[]
  readonly symbols: readonly string[]
  /** The names of the instruments, by symbol. */
  readonly names: ReadonlyMap<string, string>
  responses(): Generator<{
    readonly accountId: string
    /** The JSON text in UTF-8. */
    readonly body: Uint8Array
    readonly from: number
    readonly to: number
  }>
}

const startMs = Date.UTC(2016, 0, 1)
const endMs = Date.UTC(2026, 0, 1)
const mics = ['MISX', 'XNAS', 'XNYS', 'XHKG', 'XETR']
const currencies = ['RUB', 'USD', 'EUR', 'HKD']
const stems = ['Северный', 'Южный', 'Global', 'Atlas', 'Нефте', 'Metal', 'Crystal', 'Банк', 'Волга', 'Pacific']
const trades = ['Покупка', 'Продажа']
const otherEntries = [
  ['COMMISSION', 'Брокерская комиссия'],
  ['INCOME', 'Выплата дивидендов'],
  ['TAX', 'Удержание налога'],
  ['OTHERS', 'Прочие операции'],
] as const
const cashEntries = [
  ['DEPOSIT', 'Ввод денежных средств'],
  ['WITHDRAW', 'Вывод денежных средств'],
  ['COMMISSION', 'Комиссия за обслуживание'],
] as const

/** Three accounts and 400 instruments, each traded in some years only; most transaction names repeat. */
export function createHistorySet(rows: number, seed = 7): HistorySet {
  const symbols = Array.from(
    { length: 400 },
    (_, index) => `T${String(index).padStart(3, '0')}@${mics[index % 5] ?? 'MISX'}`,
  )
  const names = new Map(
    symbols.map((symbol, index) => [
      symbol,
      `${stems[index % 10] ?? ''} ${symbol.slice(0, 4)} ${index % 7 ? 'АО' : 'Holding'}`,
    ]),
  )
  const accounts = ['1900001', '1900002', 'TRQD05:989213']
  function* responses() {
    const random = seededRandom(seed)
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
    const decimal = (value: number) => ({ value: value.toFixed(2) })
    const rowsPerResponse = 1_000
    const count = Math.ceil(rows / rowsPerResponse)
    let id = 3_000_000_000
    for (let index = 0; index < count; index++) {
      const to = endMs - Math.floor(((endMs - startMs) * index) / count / 1000) * 1000
      const from = endMs - Math.floor(((endMs - startMs) * (index + 1)) / count / 1000) * 1000
      const accountId = accounts[[0, 0, 0, 1, 1, 2][Math.floor(random() * 6)] ?? 0] ?? ''
      const year = new Date(from).getUTCFullYear()
      const size = Math.min(rowsPerResponse, rows - index * rowsPerResponse)
      const list = Array.from({ length: size }, () => {
        const at = new Date(from + Math.floor((random() * (to - from)) / 1000) * 1000)
          .toISOString()
          .replace('.000Z', 'Z')
        // An instrument trades in five of the ten years.
        const symbolIndex = Math.floor(random() ** 1.6 * 400)
        const symbol = symbols[(symbolIndex % 10) + 4 < year - 2015 ? (symbolIndex + 200) % 400 : symbolIndex] ?? ''
        const units = String(Math.floor((random() - 0.5) * 200_000))
        const nanos = (units.startsWith('-') ? -1 : 1) * Math.floor(random() * 100) * 10_000_000
        const change = { currency_code: random() < 0.7 ? 'RUB' : pick(currencies), units, nanos }
        const kind = random()
        id -= 1 + Math.floor(random() * 5)
        const common = { id: String(id), timestamp: at }
        if (kind < 0.55) {
          return {
            ...common,
            category: 'OTHERS',
            transaction_category: 'OTHERS',
            symbol,
            change,
            transaction_name: `${pick(trades)} ${symbol.slice(0, 4)}`,
            change_qty: decimal(Math.floor(random() * 100)),
            trade: {
              size: decimal(1 + Math.floor(random() * 100)),
              price: decimal(random() * 1000),
              accrued_interest: decimal(0),
            },
          }
        }
        if (kind < 0.93) {
          const [category, name] = pick(otherEntries)
          const named = random() < 0.02 ? `${name} №${Math.floor(random() * 20_000)}` : name
          return { ...common, category, transaction_category: category, symbol, change, transaction_name: named }
        }
        const [category, name] = pick(cashEntries)
        return { ...common, category, transaction_category: category, symbol: '', change, transaction_name: name }
      })
      yield { accountId, body: Buffer.from(JSON.stringify({ transactions: list })), from, to }
    }
  }
  return { accounts, symbols, names, responses }
}
