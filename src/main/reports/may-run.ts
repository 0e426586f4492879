import { extname } from 'node:path'

/** Documents that the programs of a system only show. Pages, drawings, old spreadsheets and archives may hold programs. */
const documents: ReadonlySet<string> = new Set(['.pdf', '.txt', '.csv', '.json', '.xml', '.xlsx', '.bin'])

/** Whether opening a file with the system's program may run something in it. Every type that is not known to be harmless may. */
export const mayRun = (path: string): boolean => !documents.has(extname(path).toLowerCase())
