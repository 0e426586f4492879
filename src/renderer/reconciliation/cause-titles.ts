import type { CauseKind } from '../../shared/model/ledger/ledger.ts'

/** Each cause in a few words without amounts, so that privacy mode can show it. */
export const causeTitles: Readonly<Record<CauseKind, string>> = {
  'not-loaded': 'Not loaded yet',
  unsettled: 'Not settled yet',
  'missing-row': 'Missing transaction',
  'extra-row': 'Extra transaction',
  'doubled-row': 'Transaction listed twice',
  sign: 'Wrong sign',
  split: 'Split',
  'lot-size': 'Lots instead of pieces',
  'face-value': 'Face value of a bond',
  amortization: 'Amortization',
  'opening-balance': 'Held before the first transaction',
  'commission-currency': 'Commission in another currency',
  rounding: 'Rounding',
  'unreadable-row': 'Unreadable transaction',
}
