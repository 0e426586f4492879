import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { Scenario } from './scenario.ts'

/** A valid scenario, with the omitted symbols: those of accounts that have no price in the scenario. */
interface ReadScenario {
  readonly scenario: Scenario
  readonly unlisted: readonly string[]
}

/** Throws an Error with one line: the file, the error and its place. */
export function readScenario(file: string): ReadScenario {
  const parsed = Scenario.safeParse(readJson(file))
  if (!parsed.success) throw new Error(`${file}: ${describeFault(parsed.error)}`)
  const known = new Set(parsed.data.symbols.map(({ symbol }) => symbol))
  const accounts = parsed.data.accounts.map((account) => ({
    ...account,
    symbols: account.symbols.filter((symbol) => known.has(symbol)),
  }))
  const unlisted = new Set(
    parsed.data.accounts.flatMap(({ symbols }) => symbols.filter((symbol) => !known.has(symbol))),
  )
  return { scenario: { ...parsed.data, accounts }, unlisted: [...unlisted] }
}

function readJson(file: string): unknown {
  const text = readText(file)
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
}

function describeFault({ issues }: z.ZodError): string {
  const [first] = issues
  if (first === undefined) return 'is not a scenario'
  const place = first.path.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : `${path}${path && '.'}${String(part)}`),
    '',
  )
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''
  return `${place ? `${place}: ` : ''}${first.message}${more}`
}
