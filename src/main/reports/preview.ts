import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import type { ReportPreview } from '#shared/model/report.ts'

/** Of a longer file only the beginning is shown. */
const maxBytes = 256 * 1024

const forms: Readonly<Record<string, 'html' | 'text'>> = {
  '.html': 'html',
  '.htm': 'html',
  '.txt': 'text',
  '.csv': 'text',
  '.json': 'text',
  '.xml': 'text',
}

/** The beginning of a report's file as text, which is only shown, never run. Throws what reading the file throws. */
export async function previewReport(path: string): Promise<ReportPreview> {
  const form = forms[extname(path).toLowerCase()]
  if (form === undefined) return { form: 'none', text: '', isCut: false }
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.min(size, maxBytes)),
      0,
      Math.min(size, maxBytes),
      0,
    )
    const bytes = buffer.subarray(0, bytesRead)
    return { form, text: decode(bytes), isCut: size > bytesRead }
  } finally {
    await file.close()
  }
}

/** Decodes by the character set that a page or an XML file declares; UTF-8 without one that is known. */
function decode(bytes: Buffer): string {
  const head = bytes.subarray(0, 1024).toString('latin1')
  const declared = /(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(declared).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder().decode(bytes)
    throw error
  }
}
