import type { PerformanceFigure } from '../../../shared/model/ledger/explanation.ts'

/** How each figure is worked out, in plain words. */
export const formulas: Readonly<Record<PerformanceFigure, string>> = {
  begin: 'Cash at the start of the first day, plus the pieces of each instrument times its newest price of that time.',
  end: 'Cash at the end of the last day, plus the pieces of each instrument times its newest price of that time.',
  netDeposits:
    'Money and pieces that came in from outside, less what left. Transfers between the chosen accounts do not count. Of an instrument: the money put into it, less the money taken out.',
  realized:
    'For each lot that was closed: proceeds minus cost, without accrued interest and fees. Plus the variation margin of futures.',
  unrealized:
    'The change of the value of all instruments, plus the money of their trades, less the pieces that came in, less realized profit.',
  income: 'Dividends, coupons, interest and other income, plus accrued interest received, less accrued interest paid.',
  fees: 'Commissions and fines.',
  taxes: 'Taxes that were withheld, less those that were returned.',
  remainder: 'What changed the value and is none of the other parts, each with its reason.',
  xirr: 'The annual rate at which the value at the start and all deposits, with interest by the day (actual/365), become the withdrawals and the value at the end.',
  twr: 'The returns of all windows between days with a known value, multiplied. A deposit counts from the start of its day.',
  drawdown: 'The deepest fall of the time-weighted index from a peak before it.',
  volatility: 'The standard deviation of the daily returns, times the square root of 365.',
  contribution:
    'For each instrument: the change of its value plus all its money, less pieces that came in from outside.',
}
