/** A report with more is rejected. */
export const MAX_REPORT_BYTES = 8 * 1024

const MAX_TEXT = 500

const CONTROL = /[\p{C}\s]+/gu
const URL = /\b[a-z][a-z\d+.-]*:\/\/[^/?#\s"'<>()]*([^\s"'<>()]*)/gi
const PATH = /(?<![\w<.])\/[a-z][^\s"'<>()]*/gi
const ASSET = /^\/assets\/[\w~][\w.~-]*\.(?:js|css)(?::\d+){0,2}/
const EMAIL = /[^\s<>"'()]+(?:@|%(?:25)*40)[^\s<>"'()]+/g
const QUOTED = /["“«`][^"”»`]*(?:["”»`]|$)/g
const SINGLE_QUOTED = /(?<!\w)['‘]([^'’]*)['’](?!\w)/g
const CODE = /^[\w$.[\]()#?-]{1,60}$/
/** An id, a secret or a phone number; the names of our files, which hold a hash, are left alone. */
const LONG = /(\/assets\/[\w.~:-]+)|\+?\d[\d ().-]{5,}\d|(?=[\w-]*\d)[\w-]{20,}/g

const assetOr = (path: string, instead: string) => ASSET.exec(path)?.[0] ?? instead

/**
 * The text of an error, in one line, without what may be somebody's: URLs other than those of our files, emails, quoted
 * text unless it is code, long numbers and secrets.
 */
export const redactErrorText = (text: string): string =>
  text
    .slice(0, 4 * MAX_TEXT)
    .replace(CONTROL, ' ')
    .replace(URL, (_, path: string) => assetOr(path, '[url]'))
    .replace(PATH, (path) => assetOr(path, '[url]'))
    .replace(EMAIL, '[address]')
    .replace(QUOTED, '"…"')
    .replace(SINGLE_QUOTED, (quoted, inner: string) => (CODE.test(inner) ? quoted : "'…'"))
    .replace(LONG, (_, asset?: string) => asset ?? '[…]')
    .trim()
    .slice(0, MAX_TEXT)

/** Of a stack trace, the places in our files, as `name (/assets/file.js:1:23)`: Chrome, Firefox and Safari write them differently. */
export function framesOf(stack: string): string[] {
  const lines = stack.slice(0, MAX_REPORT_BYTES).split('\n')
  return lines.flatMap((line) => {
    const [, place] = /(\/assets\/[\w~][\w.~-]{0,150}\.js:\d{1,7}:\d{1,7})\)?\s*$/.exec(line) ?? []
    if (!place) return []
    const [, name] = /^\s*(?:at )?(?:async )?([\w$.<>]{1,80})(?: \(|@)/.exec(line) ?? []
    return [name ? `${name} (${place})` : place]
  })
}
