import type { AlertText } from '#shared/model/alert-text.ts'
import type { AlertFact } from '#shared/model/alert.ts'
import { alertText } from '#shared/text/alerts/alert-texts.ts'
import { createFormat } from '#shared/text/format.ts'

const format = createFormat({ locale: 'en-GB' })
const written = (text: AlertText): string => alertText(text, format).replaceAll('\u00a0', ' ')
const writtenFact = (fact: AlertFact) => ({
  ...fact,
  label: written(fact.label),
  value: fact.form === 'words' ? written(fact.value) : fact.value,
})

/** Facts and caveats with their texts in place of codes. */
export const withEnglishTexts = <
  T extends { readonly facts: readonly AlertFact[]; readonly caveats: readonly AlertText[] },
>(
  content: T,
) => ({ ...content, facts: content.facts.map(writtenFact), caveats: content.caveats.map(written) })
