import type { AppContext } from '../http/context'

export const MANIFEST_PATH = '/manifest.webmanifest'

/** About what fits under an icon on a home screen. */
const MAX_SHORT_NAME_LENGTH = 12

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The name under the icon; a longer one would be cut off mid-word. */
export const shortNameOf = (name: string): string =>
  [...name].length <= MAX_SHORT_NAME_LENGTH ? name : 'Aftercare'

/** The web app manifest, with the programme's own name. */
export function createManifest(name: string) {
  return {
    id: '/',
    name,
    short_name: shortNameOf(name),
    description: 'Register children for aftercare days, month by month.',
    lang: 'en',
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

/** Revalidated each time, so that a new name reaches installed apps by itself. */
export function sendManifest(c: AppContext) {
  c.header('Cache-Control', 'no-cache')
  c.header('Content-Type', 'application/manifest+json')
  return c.body(JSON.stringify(createManifest(c.var.services.config.program.name)))
}
