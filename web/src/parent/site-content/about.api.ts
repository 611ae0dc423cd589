import type { Language } from '@aftercare/domain/lib/language'
import { type About, readAbout } from '@aftercare/domain/site-content/about'
import { localize } from '@aftercare/domain/site-content/spanish'
import { readSpanishAbout } from '@aftercare/domain/site-content/spanish-about'
import { useQuery } from '@tanstack/react-query'
import { siteContentQuery } from '../../features/site-content/site-content.api'
import { useLanguage } from '../../language/language'
import { programFacts } from '../../lib/program'

/** The text as staff saved it; live. `lang` only where it is not in the page's language. */
export function useAbout(): About & { lang: Language | undefined } {
  const language = useLanguage()
  const { data } = useQuery(siteContentQuery('about_aftercare'))
  const english = readAbout(
    data ? { title: data.title, content: data.content } : null,
    programFacts().contactEmail,
  )
  const shown = localize(english, readSpanishAbout(data?.spanish), language)
  return { ...shown.text, lang: shown.language === language ? undefined : shown.language }
}
