import { ZipWriter } from '../archive/zip-writer.ts'
import type { ExportTable } from '../tables/table.ts'
import { headerRow, maxSheetRows, sheetEnd, sheetRow, sheetStart } from './sheet-xml.ts'
import { workbookParts } from './workbook-parts.ts'

interface WorkbookTarget {
  readonly append: (data: Uint8Array) => Promise<void>
  /** Called after each part of rows. */
  readonly onRows: (count: number) => Promise<void>
  /** Of a sheet, with its header. */
  readonly sheetRows?: number
}

/** Tables as a workbook (XLSX), a sheet each; what does not fit on one goes on to the next. Written as it grows. */
export async function writeWorkbook(
  tables: readonly ExportTable[],
  { append, onRows, sheetRows = maxSheetRows }: WorkbookTarget,
): Promise<void> {
  const zip = new ZipWriter(append)
  const names: string[] = []
  for (const table of tables) {
    const kinds = table.columns.map(({ kind }) => kind)
    const rows = rowsOf(table, onRows)
    let next = await rows.next()
    for (let number = 1; number === 1 || next.done !== true; number++) {
      names.push(number === 1 ? table.name : `${table.name} ${number}`)
      await zip.add(`xl/worksheets/sheet${names.length}.xml`, sheet())
    }
    async function* sheet(): AsyncGenerator<string> {
      yield sheetStart(table.columns.length) + headerRow(table.columns.map(({ name }) => name))
      let text: string[] = []
      for (let count = 1; count < sheetRows && next.done !== true; count++) {
        text.push(sheetRow(count + 1, next.value, kinds))
        if (text.length === rowsInText) {
          yield text.join('')
          text = []
        }
        next = await rows.next()
      }
      yield text.join('') + sheetEnd
    }
  }
  for (const [name, text] of workbookParts(names)) await zip.addText(name, text)
  await zip.end()
}

const rowsInText = 500

async function* rowsOf({ parts }: ExportTable, onRows: WorkbookTarget['onRows']) {
  for (const rows of parts()) {
    yield* rows
    await onRows(rows.length)
  }
}
