import { onTestFinished } from 'vitest'
import { migrations } from '../../../src/main/cache/migrations.ts'
import type { Db } from '../../../src/main/sqlite/db.ts'
import { openDatabase } from '../../../src/main/sqlite/open.ts'
import { parseDecimal, type Decimal } from '../../../src/shared/decimal.ts'

/** An empty cache in memory, closed when the test is over. */
export function openTestCache(): Db {
  const db = openDatabase(':memory:', migrations, { synchronous: 'NORMAL' })
  onTestFinished(() => void db.close())
  return db
}

/** Decimal text that a test is sure of. */
export function dec(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === null) throw new Error(`not a decimal: ${text}`)
  return value
}
