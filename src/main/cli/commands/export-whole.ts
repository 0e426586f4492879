import { AppError } from '../../../shared/errors.ts'
import { WholeFormat } from '../../../shared/model/transaction/history.ts'
import { writeWhole } from '../../export/write-whole.ts'
import { wholeExport } from '../../ipc/whole-export.ts'
import { openCurrentSnapshot } from '../../ledger/current-snapshot.ts'
import type { Call } from '../command/command.ts'

export const wholeFormats = WholeFormat.options

/** Whether a terminal or a pipe of text can take it. */
export const isText = (format: WholeFormat): boolean =>
  format === 'hledger' || format === 'ledger' || format === 'beancount'

/** Writes everything in a format of other programs; journals also of one account. Throws AppError. */
export async function exportWhole(
  { values, reading, clock }: Call,
  format: WholeFormat,
  append: (data: string | Uint8Array) => Promise<void>,
): Promise<void> {
  const { profile } = reading
  const account = values.text('account')
  if (account !== null && profile.cache.accounts.get(account) === null)
    throw new AppError('not-found', `There is no account ${account} here.`)
  const accountIds = account === null ? null : [account]
  const request = await wholeExport(profile, { format, accountIds }, clock.now())
  const db = await openCurrentSnapshot(profile.paths.cache, profile.ledger.choices)
  try {
    await writeWhole({ db, append, report: () => undefined }, request)
  } finally {
    db.close()
  }
}
