import { onTestFinished } from 'vitest'
import { migrations } from '#main/cache/schema/migrations.ts'
import type { Db } from '#main/sqlite/db.ts'
import { parseDecimal, type Decimal } from '#shared/decimal.ts'
import { openMigrated } from '../sqlite/open-migrated.ts'

/** Opens an empty cache in memory, which is closed when the test ends. */
export function openTestCache(): Db {
  const db = openMigrated(migrations)
  onTestFinished(() => void db.close())
  return db
}

/** Parses a decimal; throws when the text of the test is not one. */
export function dec(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === null) throw new Error(`not a decimal: ${text}`)
  return value
}
