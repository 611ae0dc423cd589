import type { Language } from '@aftercare/domain/lib/language'
import {
  type AgreementSection,
  type AgreementText,
  agreementText,
  isSameAgreement,
  parseAgreementLine,
} from '@aftercare/domain/site-content/agreements'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useMemo, useState } from 'react'
import { useLanguage, useTexts } from '../../language/language'
import { programFacts } from '../../lib/program'
import { queryClient } from '../../lib/query-client'
import { siteContentQuery } from '../site-content/site-content.api'
import { en } from './texts/agreement.en'

/** The saved lines; the default ones while they load or when loading fails. */
export function useAgreement(section: AgreementSection, { enabled = true } = {}) {
  const language = useLanguage()
  const { data, isPending } = useQuery({ ...siteContentQuery(section), enabled })
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
  void queryClient.invalidateQueries({ queryKey: siteContentQuery(section).queryKey })

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
