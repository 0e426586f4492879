import { dividend } from './income-rig.ts'

/** A dividend of 1.5 for each of 10 pieces. */
export const event = dividend('2026-03-02', '1.5')

/** The symbol of a bond. */
export const bondSymbol = 'BOND@XXXX'
/** Four bonds, held for years. */
export const held = [[bondSymbol, '2024-01-01', '4']] as const
