import type { TransactionKind } from '../../../shared/model/transaction/kind.ts'

const flowKinds: ReadonlySet<TransactionKind> = new Set<TransactionKind>([
  ...(['deposit', 'withdrawal', 'cash-transfer-in', 'cash-transfer-out'] as const),
  ...(['securities-transfer-in', 'securities-transfer-out', 'inheritance', 'loan', 'contract-termination'] as const),
])

/** Whether rows of this kind move money or pieces across the edge of an account. Source: analytics, "Returns". */
export const isExternal = (kind: TransactionKind): boolean => flowKinds.has(kind)
