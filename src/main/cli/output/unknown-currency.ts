import { m } from '#shared/messages/messages.js'
import type { Output } from './output.ts'

/** Says that an answer has money of unknown currency, which no other sum includes. */
export function remarkUnknownCurrency(output: Pick<Output, 'remark'>, isThere: boolean): void {
  if (isThere) output.remark(m.cli_money_of_unknown_currency())
}
