import { en } from './texts/en'

/** The browser and system in a user agent; null if not recognised. */
export type BrowserInfo = { browser: string | null; system: string | null }

/** Longer user agents are cut: real ones are shorter. */
export const USER_AGENT_LENGTH = 300

/** Most specific first: nearly every browser also claims to be Chrome, Safari or both. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPX|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS|Focus|Klar)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (Mobile\/\w+ )?Safari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  // An iPad that requests desktop pages calls itself a Mac too.
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\b(Linux|X11)\b/, 'Linux'],
]

const firstMatch = (list: typeof BROWSERS, text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? null

export function readUserAgent(userAgent: string | null): BrowserInfo {
  const text = userAgent ?? ''
  return { browser: firstMatch(BROWSERS, text), system: firstMatch(SYSTEMS, text) }
}

/** "Firefox on Android" */
export function browserLabel({ browser, system }: BrowserInfo, t: typeof en = en): string {
  if (!browser && !system) return t.unknown
  return system ? t.on(browser ?? t.some, system) : `${browser}`
}
