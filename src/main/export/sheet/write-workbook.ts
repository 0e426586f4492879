import { withoutHidden } from '#shared/clean-text.ts'
import { dayMs } from '#shared/durations.ts'
import { ZipWriter } from '../archive/zip-writer.ts'
import type { ExportTable, Cell, ColumnKind } from '../tables/table.ts'

/** The rows of a worksheet in SpreadsheetML (ECMA-376, part 1, 18.3). Text is inline, so it can never be a formula. */

/** The maximum number of rows of a worksheet, including its header. */
const maxSheetRows = 1_048_576
/** The maximum length of text in a cell. */
const maxText = 32_767

const sheetStart = (columnCount: number): string =>
  `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columnCount}" width="16" customWidth="1"/></cols><sheetData>`
const sheetEnd = '</sheetData></worksheet>'

const headerRow = (names: readonly string[]): string =>
  rowXml(1, (at) => names.map((name, index) => textCell(at(index), name, 2)))

/** `number`: the number of the row on its sheet, starting with 2. */
const sheetRow = (number: number, cells: readonly Cell[], kinds: readonly ColumnKind[]): string =>
  rowXml(number, (at) => cells.map((cell, index) => cellXml(at(index), cell, kinds[index] ?? 'text')))

const rowXml = (number: number, cells: (at: (column: number) => string) => readonly string[]): string =>
  `<row r="${number}">${cells((column) => `${columnLetters(column)}${number}`).join('')}</row>`

/** Column letters: A to Z, then AA and so on. */
const columnLetters = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnLetters(Math.floor(index / 26) - 1) + columnLetters(index % 26)

function cellXml(at: string, cell: Cell, kind: ColumnKind): string {
  if (cell === null) return ''
  if (kind === 'time' && typeof cell === 'number')
    return cell < firstSerialMs
      ? textCell(at, new Date(cell).toISOString())
      : `<c r="${at}" s="1"><v>${serialOf(cell)}</v></c>`
  const text = String(cell)
  return kind === 'number' && isExact(text) ? `<c r="${at}"><v>${text}</v></c>` : textCell(at, text)
}

/** Day 1 is 1900-01-01. The format has a 29 February 1900, which did not exist, so the result is correct from 1900-03-01. */
const zeroMs = Date.UTC(1899, 11, 30)
const firstSerialMs = Date.UTC(1900, 2, 1)
const serialOf = (at: number): string => String((at - zeroMs) / dayMs)

/** A spreadsheet keeps 15 digits of a number. A longer number is written as text with all its digits. */
const maxDigits = 15
const isExact = (text: string): boolean =>
  /^-?\d+(\.\d+)?$/.test(text) && text.replace(/^-?0*\.?0*/, '').replace('.', '').length <= maxDigits

const textCell = (at: string, text: string, style = 0): string =>
  `<c r="${at}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`

/**
 * Characters that XML 1.0 does not allow: control characters except tab and line breaks, lone surrogates, and two
 * noncharacters.
 */
const notXml = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu

/**
 * Removes characters that XML does not allow or that mislead. `_x0041_` would be read as an escaped character, so its first
 * character is escaped.
 */
const escapeText = (text: string): string =>
  withoutHidden(text)
    .slice(0, maxText)
    .replace(notXml, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

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
