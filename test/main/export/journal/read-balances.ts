/** Amounts by `ACCOUNT COMMODITY`, without those that are zero. */
export type Balances = Readonly<Record<string, string>>

/** What hledger is asked; it answers with rows of `"account","commodity","balance"`. */
export const hledgerQuestion = ['balance', '--flat', '-N', '--layout=bare', '-Ocsv', '^Assets'] as const

export const readHledger = (csv: string): Balances =>
  Object.fromEntries(
    [...csv.matchAll(/^"([^"\n]*)","((?:[^"\n]|"")*)","(-?[\d.]+)"$/gm)].map(
      ([, account, commodity = '', balance = '']) => [`${account} ${nameOf(commodity)}`, shortest(balance)],
    ),
  )

/** What ledger is asked; it answers with lines of `account|amount commodity`, the account only where it is another one. */
export const ledgerQuestion = [
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

/** Lines of beancount with which it fails where a balance differs in any digit. `declared` has the journal's commodities. */
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

/** A commodity of hledger and ledger as the broker names it: escapes are numbers of characters between percent signs. */
const nameOf = (commodity: string): string =>
  commodity
    .replaceAll('"', '')
    .replace(/^%:/, '')
    .replace(/%([0-9A-F]+)%/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

const shortest = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
