// Run by `npm run cases -- FILE`.
import { printKnownCases } from './known-cases/known-cases.ts'

process.exitCode = printKnownCases(process.argv[2] ?? '') ? 0 : 1
