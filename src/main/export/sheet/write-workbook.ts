import { ZipWriter } from '../archive/zip-writer.ts'
import type { ExportTable } from '../tables/table.ts'
import { headerRow, main, maxSheetRows, sheetEnd, sheetRow, sheetStart, xmlHead } from './sheet-xml.ts'

interface WorkbookTarget {
  readonly append: (data: Uint8Array) => Promise<void>
  /** Called after each chunk of rows. */
  readonly onRows: (count: number) => Promise<void>
  /** The maximum number of rows of a sheet, including its header. */
  readonly sheetRows?: number
}

/** Writes tables as a workbook (XLSX), one sheet each, in a stream. Rows that do not fit continue on another sheet. */
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

async function* rowsOf({ chunks }: ExportTable, onRows: WorkbookTarget['onRows']) {
  for await (const rows of chunks()) {
    yield* rows
    await onRows(rows.length)
  }
}

/** The files of a workbook except its sheets (ECMA-376, part 1, 18.2, 18.8; part 2). */
function workbookParts(sheetNames: readonly string[]): ReadonlyMap<string, string> {
  const numbers = sheetNames.map((_, index) => index + 1)
  const stylesId = `rId${sheetNames.length + 1}`
  return new Map([
    [
      '[Content_Types].xml',
      `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetTypes}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetTypes}.styles+xml"/>${numbers
        .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetTypes}.worksheet+xml"/>`)
        .join('')}</Types>`,
    ],
    ['_rels/.rels', relations([['rId1', 'officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheetNames
        .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...numbers.map((n) => [`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`] as const),
        [stylesId, 'styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', styles],
  ])
}

const packages = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relations = (all: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `${xmlHead}<Relationships xmlns="${packages}/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** Style 0 is plain, 1 is a time, 2 is a header. */
const styles = `${xmlHead}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`
