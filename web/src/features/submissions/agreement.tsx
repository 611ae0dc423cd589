import type { Language } from '@aftercare/domain/lib/language'
import {
  type AgreementSection,
  type AgreementText,
  agreementText,
  isSameAgreement,
  parseAgreementLine,
} from '@aftercare/domain/site-content/agreements'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { memo, useCallback, useMemo, useState } from 'react'
import { useLanguage, useTexts } from '../../language/language'
import { api, request } from '../../lib/api-client'
import { logError } from '../../lib/log-error'
import { programFacts } from '../../lib/program'
import { queryClient } from '../../lib/query-client'
import { en } from './texts/agreement.en'

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

/** The saved lines; the default ones while they load or when loading fails. */
export function useAgreement(section: AgreementSection, { enabled = true } = {}) {
  const language = useLanguage()
  const { data, isPending } = useQuery({ ...agreementQuery(section), enabled })
  const { contactEmail } = programFacts()
  const t = useTexts(en)
  const text = useMemo(
    () => agreementText(data, language, { language, items: t.items(section, contactEmail) }),
    [section, data, contactEmail, language, t],
  )
  return { text, isPending }
}

/** Staff changed the text since it was loaded. */
export const reloadAgreement = (section: AgreementSection) =>
  void queryClient.invalidateQueries({ queryKey: agreementQuery(section).queryKey })

/** A tick belongs to the text beside it: of another one, or in another language, nothing was read yet. */
export function useAgreed(shown: AgreementText) {
  const [agreedTo, setAgreedTo] = useState<AgreementText | null>(null)
  const setAgreed = useCallback((agreed: boolean) => setAgreedTo(agreed ? shown : null), [shown])
  return { agreed: isSameAgreement(agreedTo, shown), setAgreed }
}

type AgreementLinesProps = { items: readonly string[]; language?: Language }

/** A line wrapped in double asterisks is bold. `lang` only where the lines are not in the page's language. */
export const AgreementLines = memo(function AgreementLines({ items, language = 'en' }: AgreementLinesProps) {
  const lang = useLanguage() === language ? undefined : language
  return (
    <ul lang={lang} className="grid gap-2 text-md leading-snug">
      {items.map((item, index) => {
        const line = parseAgreementLine(item)
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and they have no state
            key={index}
            className="relative pl-5 wrap-anywhere before:absolute before:top-[0.45em] before:left-0.5 before:size-[0.4375rem] before:rounded-2xs before:bg-warning before:shadow-[inset_0_0_0_1px_var(--day-noon-mark)]"
          >
            {line.bold ? <strong>{line.text}</strong> : line.text}
          </li>
        )
      })}
    </ul>
  )
})
