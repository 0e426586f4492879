/** The records of a file of separated cells (RFC 4180). Throws if a quote is not closed. */
export function parseCells(text: string, separator: string): string[][] {
  const records: string[][] = [[]]
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"\r\n${separator}]*))(${separator}|\r\n|$)`, 'y')
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const [all, quoted, plain = '', end] = cell.exec(text) ?? []
    if (all === undefined) throw new Error(`no cell at ${at}: ${text.slice(at, at + 80)}`)
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== separator) records.push([])
  }
  return records.filter((record) => record.length > 0)
}
