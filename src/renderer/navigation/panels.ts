/**
 * The parts of screens to which a command of the palette leads. The screen marks the part with `data-panel`; of several
 * with one name, the first one is shown.
 */
export type PanelName =
  | 'allocation'
  | 'cash'
  | 'contribution'
  | 'day'
  | 'income'
  | 'positions'
  | 'returns'
  | 'shocks'
  | 'transactions'
