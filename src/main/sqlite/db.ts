import type Database from 'better-sqlite3'

/** A connection to one database file. */
export type Db = Database.Database
