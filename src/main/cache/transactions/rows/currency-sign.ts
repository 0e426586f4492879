import { sharedSignList } from '#shared/currency-code.ts'

/**
 * The `account` of the entry among the currencies (`transaction_currency`) for a sign of several currencies: negative, by the
 * place of the sign. `null` for another text.
 */
export function accountOfSign(sign: string): number | null {
  const place = sharedSignList.indexOf(sign)
  return place < 0 ? null : -1 - place
}

/** The sign of such an entry; `null` for another entry. */
export const signOfAccount = (account: number): string | null => sharedSignList[-1 - account] ?? null
