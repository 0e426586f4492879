import type Database from 'better-sqlite3'

/** A connection to one file of data. */
export type Db = Database.Database
