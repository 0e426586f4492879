import { main, xmlHead } from './sheet-xml.ts'

/** The files of a workbook beside its sheets (ECMA-376, part 1, 18.2, 18.8; part 2). */
export function workbookParts(sheetNames: readonly string[]): ReadonlyMap<string, string> {
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

/** Style 0 is plain, 1 a time, 2 a header. */
const styles = `${xmlHead}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`
