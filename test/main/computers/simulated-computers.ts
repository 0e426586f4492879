import { readBatch, type Batch } from '#main/computers/batch.ts'
import { exchange } from '#main/computers/exchange.ts'
import { createJournal } from '#main/journal/journal.ts'
import { migrations } from '#main/journal/migrations.ts'
import type { Edit } from '#main/journal/shared/content.ts'
import type { SharedValue } from '#main/journal/shared/shared-values.ts'
import { openMigrated } from '../sqlite/open-migrated.ts'

/** A computer with a real journal in memory. The test delivers its batches. */
export class SimulatedComputer {
  readonly id: string
  readonly db = openMigrated(migrations)
  readonly journal
  /** UTC ms by its own clock. */
  now: number

  constructor(number: number, now: number) {
    this.id = number.toString(16).padStart(16, '0')
    this.now = now
    let ids = 0
    this.journal = createJournal(this.db, '', undefined)
    // Short ids make a failing case readable.
    this.newId = () => `${number}-${++ids}`
    this.journal.shared.nameComputers('set', [[this.id, `Computer ${number}`]])
  }

  readonly newId: () => string

  /** Runs a check of a folder that contains these batches. */
  check(received: readonly Batch[] = [], choices: readonly Edit[] = [], recorded: readonly SharedValue[] = []) {
    const { shared, sharedValues } = this.journal
    shared.nameComputers(
      'set',
      received.map(({ computer }) => [computer, computer]),
    )
    const result = exchange(
      { record: shared, values: sharedValues },
      { own: this.id, now: this.now, received, recorded, choices },
    )
    this.journal.watchlists.reread()
    return result
  }

  /** The user chooses one of the values of a conflict. */
  choose(choice: Edit): void {
    this.check([], [choice])
  }

  /** The batches that this computer has written to the folder. */
  log(): Batch[] {
    return this.journal.shared.ownBatches(this.id).map(({ text }) => {
      const batch = readBatch(this.id, text)
      if (batch === null) throw new Error('the batch is not valid')
      return batch
    })
  }

  content(): Record<string, Record<string, string>> {
    const entries = [...this.journal.shared.content()].map(([item, fields]) => [item, Object.fromEntries(fields)])
    return Object.fromEntries(entries.toSorted()) as Record<string, Record<string, string>>
  }

  close(): void {
    this.db.close()
  }
}

/** Runs checks until every computer knows all batches. */
export function deliverAll(computers: readonly SimulatedComputer[]): void {
  for (let round = 0; round < 3; round++)
    for (const computer of computers) computer.check(computers.flatMap((other) => other.log()))
}
