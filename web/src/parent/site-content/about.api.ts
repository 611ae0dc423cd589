import type { Language } from '@aftercare/domain/lib/language'
import { type About, readAbout } from '@aftercare/domain/site-content/about'
import { localize } from '@aftercare/domain/site-content/spanish'
import { readSpanishAbout } from '@aftercare/domain/site-content/spanish-about'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../language/language'
import { api, request } from '../../lib/api-client'
import { logError } from '../../lib/log-error'
import { programFacts } from '../../lib/program'

const SECTION = 'about_aftercare'

type AboutRow = { title: string; content?: unknown; spanish?: unknown }

export const aboutQuery = () =>
  queryOptions({
    queryKey: ['site-content', SECTION],
    // No error for parents: the default text is shown.
    queryFn: async (): Promise<AboutRow | null> => {
      try {
        return await request(api['site-content'][':section'].$get({ param: { section: SECTION } }))
      } catch (error) {
        logError('The About text could not be read; the default one is shown', error)
        return null
      }
    },
  })

/** The text as staff saved it; live. `lang` only where it is not in the page's language. */
export function useAbout(): About & { lang: Language | undefined } {
  const language = useLanguage()
  const { data } = useQuery(aboutQuery())
  const english = readAbout(
    data ? { title: data.title, content: data.content } : null,
    programFacts().contactEmail,
  )
  const shown = localize(english, readSpanishAbout(data?.spanish), language)
  return { ...shown.text, lang: shown.language === language ? undefined : shown.language }
}
