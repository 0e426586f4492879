import type { Command } from '../command/command.ts'
import { accounts } from './accounts.ts'
import { doctor } from './doctor.ts'
import { events } from './events.ts'
import { exportFiles } from './export.ts'
import { groups } from './groups.ts'
import { health } from './health.ts'
import { income } from './income.ts'
import { mirrorInto } from './mirror.ts'
import { orders } from './orders.ts'
import { performance } from './performance.ts'
import { positions } from './positions.ts'
import { quotes } from './quotes.ts'
import { reconcile } from './reconcile.ts'
import { totals } from './totals.ts'
import { transactions } from './transactions.ts'

/** In the order of the help. */
export const allCommands: readonly Command[] = [
  accounts,
  positions,
  transactions,
  totals,
  groups,
  income,
  performance,
  reconcile,
  quotes,
  orders,
  events,
  exportFiles,
  mirrorInto,
  health,
  doctor,
]
