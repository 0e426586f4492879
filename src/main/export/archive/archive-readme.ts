import type { ExportTable } from '../tables/table.ts'

/** What the archive holds, for a person who opens it without Tidemark. */
export const archiveReadme = (tables: readonly ExportTable[], now: number, remarks: readonly string[]): string =>
  [
    `Tidemark, everything in one archive. Written ${new Date(now).toISOString()}.`,
    '',
    'The tables are CSV (RFC 4180): UTF-8, comma, a header, decimal point. Times are UTC in ISO 8601, numbers have all of',
    'their digits, an empty cell is not known. Text that a spreadsheet would take for a formula begins with an apostrophe.',
    'manifest.json has the size and the SHA-256 hash of each file.',
    ...remarks.flatMap((remark) => ['', remark]),
    ...tables.flatMap(({ name, about, columns }) => [
      '',
      `${name}.csv`,
      about,
      ...columns.map((column) => `  ${column.name} (${column.kind}): ${column.about}`),
    ]),
    '',
  ].join('\n')
