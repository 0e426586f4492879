import type { Db } from './db.ts'
import { CorruptDatabaseError, NewerDatabaseError } from './errors.ts'

/** A step: SQL, or a function of the connection where SQL cannot say what it does. */
type Step = string | ((db: Db) => void)

/** Steps, append only: a released step is never edited, and its position is its version. */
export type Migrations = readonly Step[]

/** The schema version of a file: the number of migration steps applied to it. */
export function readVersion(db: Db): number {
  const version = db.pragma('user_version', { simple: true })
  if (typeof version !== 'number' || version < 0)
    throw new CorruptDatabaseError({ is: 'version-unreadable', path: db.name })
  return version
}

/** Brings the schema up to `target`. Each step commits together with its version, so after a crash each step is applied completely or not at all. */
export function migrate(db: Db, migrations: Migrations, target: number = migrations.length): void {
  const current = readVersion(db)
  if (current > migrations.length) {
    throw new NewerDatabaseError({
      is: 'newer-version',
      path: db.name,
      version: current,
      known: migrations.length,
    })
  }
  for (const [index, step] of migrations.slice(0, target).entries()) {
    if (index < current) continue
    db.transaction(() => {
      if (typeof step === 'string') db.exec(step)
      else step(db)
      db.pragma(`user_version = ${index + 1}`)
    }).immediate()
  }
}
