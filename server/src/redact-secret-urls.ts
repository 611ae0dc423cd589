/** The page that shows guests their registration; its URL ends in a secret. */
export const GUEST_PAGE = '/guest-registration/'
/** The page of an invitation to a family; its URL ends in a secret. */
export const JOIN_PAGE = '/join/'
/** The families' calendar feeds; the file names are secrets. */
export const FEED_FOLDER = '/api/calendar-feeds/'

export const isSecretUrl = (url: string): boolean => url.includes(GUEST_PAGE) || url.includes(JOIN_PAGE)

/** The path segments that are followed by a secret. */
const SECRET_PART = /((?:guest-registration|calendar-feeds|(?<!\/api\/)\bjoin)(?:\/|%2f)+)[^\s"'<>]*/gi

/** Text or a path with secrets removed, safe to log or to show to staff. */
export const redactSecretUrls = (text: string): string => text.replace(SECRET_PART, '$1[secret]')
