import { healthTool } from './health-tool.ts'
import { ledgerTools } from './ledger-tools.ts'
import { portfolioTools } from './portfolio-tools.ts'
import type { Tool } from './tool.ts'
import { transactionTools } from './transaction-tools.ts'

/** In the order of the list of tools. */
export const allTools: readonly Tool[] = [...portfolioTools, ...transactionTools, ...ledgerTools, healthTool]
