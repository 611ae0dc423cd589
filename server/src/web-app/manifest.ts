import type { AppContext } from '../http/context'

export const MANIFEST_PATH = '/manifest.webmanifest'

/** About what fits under an icon on a home screen. */
const LONGEST_UNDER_AN_ICON = 12

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The name under the icon; a longer one would be cut off in the middle of a word. */
export const shortNameOf = (name: string): string =>
  [...name].length <= LONGEST_UNDER_AN_ICON ? name : 'Aftercare'

/** What a phone reads when somebody puts the product on the home screen. It bears the programme's own name. */
export function describeApp(name: string) {
  return {
    id: '/',
    name,
    short_name: shortNameOf(name),
    description: 'Register children for aftercare days, month by month.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // While the app starts; the page's own meta tags then follow light and dark.
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

/** Asked for again each day at most: a new name reaches the phones that have the app by itself. */
export function sendManifest(c: AppContext) {
  c.header('Cache-Control', 'public, max-age=86400')
  c.header('Content-Type', 'application/manifest+json')
  return c.body(JSON.stringify(describeApp(c.var.services.config.programName)))
}
