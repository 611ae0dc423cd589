import type { Language } from '@aftercare/domain/lib/language'
import {
  type AgreementSection,
  defaultAgreementItems,
  parseAgreementLine,
  readAgreementItems,
} from '@aftercare/domain/site-content/agreements'
import { localize } from '@aftercare/domain/site-content/spanish'
import { readSpanishItems } from '@aftercare/domain/site-content/spanish-items'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useLanguage } from '../../language/language'
import { api, request } from '../../lib/api-client'
import { logError } from '../../lib/log-error'
import { programFacts } from '../../lib/program'

export const agreementQuery = (section: AgreementSection) =>
  queryOptions({
    queryKey: ['site-content', section],
    queryFn: async () => {
      try {
        return await request(api['site-content'][':section'].$get({ param: { section } }))
      } catch (error) {
        logError('The agreement could not be loaded; showing the default lines', error)
        return null
      }
    },
  })

/** `lang` only where the lines are not in the page's language. */
export type Agreement = { items: string[]; lang: Language | undefined }

/** The saved lines; the default ones while they load or when loading fails. */
export function useAgreement(section: AgreementSection): Agreement & { isPending: boolean } {
  const language = useLanguage()
  const { data, isPending } = useQuery(agreementQuery(section))
  const saved = readAgreementItems(data?.content)
  const english = saved ?? defaultAgreementItems(section, programFacts().contactEmail)
  const shown = localize(english, readSpanishItems(data?.spanish), language)
  return { items: shown.text, lang: shown.language === language ? undefined : shown.language, isPending }
}

type AgreementLinesProps = { items: readonly string[]; lang?: Language | undefined }

/** A line wrapped in double asterisks is bold. */
export const AgreementLines = memo(function AgreementLines({ items, lang }: AgreementLinesProps) {
  return (
    <ul lang={lang} className="grid gap-2 text-[0.9375rem] leading-snug">
      {items.map((item, index) => {
        const line = parseAgreementLine(item)
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and they have no state
            key={index}
            className="relative pl-5 wrap-anywhere before:absolute before:top-[0.45em] before:left-0.5 before:size-[0.4375rem] before:rounded-[2px] before:bg-warning before:shadow-[inset_0_0_0_1px_var(--day-noon-mark)]"
          >
            {line.bold ? <strong>{line.text}</strong> : line.text}
          </li>
        )
      })}
    </ul>
  )
})
