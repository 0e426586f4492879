import { z } from 'zod'
import type { Reading } from '#main/profile/reading/open-reading.ts'
import type { Clock } from '#main/time/clock.ts'
import { AssistantAmounts } from '#shared/model/app/settings.ts'
import { missingData } from '../../missing-data.ts'
import { plainData } from '../answer/plain.ts'
import { shownSchema, shownValue } from '../answer/shown-answer.ts'
import { bytesOf, cutToSize, maxAnswerBytes, type Cut } from '../answer/size.ts'
import { assertNoAmounts, questionOf } from '../tools/input.ts'
import type { Tool } from '../tools/tool.ts'

const about = {
  amounts: AssistantAmounts.describe('shown; rounded to two significant digits; or hidden: the text "hidden"'),
  remarks: z.array(z.string()).describe('what the figures do not say'),
  missing: z.array(z.string()).describe('data that the service does not give now: what, since when and why'),
  cut: z
    .array(z.object({ path: z.string(), shown: z.int(), of: z.int() }))
    .describe('lists that are not whole: ask a narrower question for the rest'),
}

/** The JSON schema of a tool's structured content. */
export const outputSchemaOf = ({ output }: Tool): Record<string, unknown> => shownSchema(output.extend(about))

interface StructuredAnswer {
  readonly content: Record<string, unknown>
  readonly text: string
}

interface Asking {
  readonly reading: Reading
  readonly clock: Clock
  readonly amounts: AssistantAmounts
}

/** Bytes that are reserved for the fields beside the rows. */
const roomForRows = maxAnswerBytes - 2_000

/** Calls a tool, with as many rows as requested and as the size limit allows. Throws AppError. */
export async function answerTool(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  { reading, clock, amounts }: Asking,
): Promise<StructuredAnswer> {
  const { values, cursor, limit: wanted } = questionOf(tool, given)
  if (amounts !== 'shown') assertNoAmounts(values)
  for (let limit = wanted; ;) {
    const { value, remarks = [] } = await tool.read({ values, cursor, reading, clock, limit })
    const shown = shownValue(tool.output, value, { amounts, publicPaths: tool.publicPaths })
    const fields: Record<string, unknown> = { ...Object.fromEntries(Object.entries(shown ?? {})) }
    const bytes = bytesOf(fields)
    if (tool.isPaged && bytes > roomForRows && limit > 1) {
      const { rows } = fields
      const count = Array.isArray(rows) ? rows.length : 1
      limit = Math.max(1, Math.min(limit - 1, Math.floor((count * roomForRows * 0.9) / bytes)))
      continue
    }
    const cut = cutToSize(fields, roomForRows)
    const missing = (await missingData(reading)).map((line) => plainData(line, 500))
    return {
      content: { ...fields, amounts, remarks, missing, cut },
      text: textOf(tool, fields, [...remarks, ...missing], cut),
    }
  }
}

function textOf({ title }: Tool, fields: Record<string, unknown>, remarks: readonly string[], cut: readonly Cut[]) {
  const { rows, next, total } = fields
  const count = Array.isArray(rows) ? rows.length : null
  const of = typeof total === 'number' ? ` of ${total}` : ''
  return [
    count === null
      ? `${title}: see the structured content.`
      : `${title}: ${count}${of} ${count === 1 && of === '' ? 'row' : 'rows'} in the structured content.`,
    ...(typeof next === 'string' ? [`There are more: ask again with the same arguments and cursor "${next}".`] : []),
    ...cut.map((each) => `${each.path} holds ${each.shown} of ${each.of}: ask a narrower question for the rest.`),
    ...remarks,
  ].join('\n')
}
