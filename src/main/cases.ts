// Run by `npm run cases -- FILE`.
import { ignoreClosedOutput } from './host/log.ts'
import { printKnownCases } from './known-cases/known-cases.ts'

ignoreClosedOutput()
process.exitCode = printKnownCases(process.argv[2] ?? '') ? 0 : 1
