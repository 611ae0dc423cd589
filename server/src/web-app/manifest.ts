import { chosenLanguage, LANGUAGE_PARAM, type Language } from '@aftercare/domain/lib/language'
import type { AppContext } from '../http/context'
import { en } from './texts/en'
import { es } from './texts/es'

export const MANIFEST_PATH = '/manifest.webmanifest'

/** About what fits under an icon on a home screen. */
const MAX_SHORT_NAME_LENGTH = 12

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const TEXTS: Record<Language, typeof en> = { en, es }

/** The name under the icon; a longer one would be cut off mid-word. */
export const shortNameOf = (name: string): string =>
  [...name].length <= MAX_SHORT_NAME_LENGTH ? name : 'Aftercare'

/** The web app manifest, with the programme's own name. */
export function createManifest(name: string, language: Language = 'en') {
  return {
    id: '/',
    name,
    short_name: shortNameOf(name),
    description: TEXTS[language].description,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // While the app starts; then the page's meta tags follow light and dark mode.
    theme_color: '#ffffff',
    background_color: '#f6f5ee',
    icons: [
      icon('icon', 192, 'any'),
      icon('icon', 512, 'any'),
      icon('maskable', 192, 'maskable'),
      icon('maskable', 512, 'maskable'),
    ],
  }
}

/**
 * Revalidated each time, so that a new name reaches installed apps by itself. The language is in the URL: browsers send no
 * cookies with it.
 */
export function sendManifest(c: AppContext) {
  c.header('Cache-Control', 'no-cache')
  c.header('Content-Type', 'application/manifest+json')
  const language = chosenLanguage({ link: c.req.query(LANGUAGE_PARAM) }) ?? 'en'
  return c.body(JSON.stringify(createManifest(c.var.services.config.program.name, language)))
}
