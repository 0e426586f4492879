/** Amounts by `ACCOUNT COMMODITY`, without those that are zero. */
export type Balances = Readonly<Record<string, string>>

/** The hledger query. Its answer has rows of `"account","commodity","balance"`. */
export const hledgerQuery = ['balance', '--flat', '-N', '--layout=bare', '-Ocsv', '^Assets'] as const

export const readHledger = (csv: string): Balances =>
  Object.fromEntries(
    [...csv.matchAll(/^"([^"\n]*)","((?:[^"\n]|"")*)","(-?[\d.]+)"$/gm)].map(
      ([, account, commodity = '', balance = '']) => [`${account} ${nameOf(commodity)}`, shortest(balance)],
    ),
  )

/** The ledger query. Its answer has lines of `account|amount commodity`; the account is empty if it equals the previous one. */
export const ledgerQuery = [
  ...['balance', '--flat', '--no-total', '--balance-format', '%(account)|%(scrub(display_total))\\n', '^Assets'],
] as const

export function readLedger(text: string): Balances {
  let account = ''
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, amount = '', commodity = ''] = /^(?:([^|"]*)\|)?(-?[\d.]+) "?([^"]+)"?$/.exec(line) ?? []
      account = name ?? account
      return amount === '' ? [] : [[`${account} ${nameOf(commodity)}`, shortest(amount)]]
    }),
  )
}

/** Lines of beancount that fail if a balance differs in any digit. `declared` contains the commodities of the journal. */
export function beancountAssertions(declared: string, balances: Balances): string {
  const names = new Map(
    [...declared.matchAll(/ commodity (\S+)\n {2}(\w+): "(.*)"/g)].map(([, name, kind, own = '']) => [
      `${kind} ${own}`.replaceAll('\\"', '"').replaceAll('\\\\', '\\'),
      name,
    ]),
  )
  return Object.entries(balances)
    .map(([key, amount]) => {
      const [account, commodity] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)]
      const kind = account.endsWith(':Cash') ? 'code' : 'symbol'
      return `9999-12-31 balance ${account} ${amount} ~ 0 ${names.get(`${kind} ${commodity}`)}\n`
    })
    .join('')
}

/** The broker's name of a commodity of hledger or ledger: escapes are character numbers between percent signs. */
const nameOf = (commodity: string): string =>
  commodity
    .replaceAll('"', '')
    .replace(/^%:/, '')
    .replace(/%([0-9A-F]+)%/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

const shortest = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
