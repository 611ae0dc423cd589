/** The page that shows guests their registration; its URL ends in a secret. */
export const GUEST_PAGE = '/guest-registration/'
/** The page on which guests confirm their email; its URL ends in a secret. */
export const CONFIRMATION_PAGE = '/guest-confirmation/'
/** The page of an invitation to a family; its URL ends in a secret. */
export const JOIN_PAGE = '/join/'
/** The families' calendar feeds; the file names are secrets. */
export const FEED_FOLDER = '/api/calendar-feeds/'

/** Of which the rest is a secret: proxies log none of them. */
export const SECRET_FOLDERS = [GUEST_PAGE, CONFIRMATION_PAGE, JOIN_PAGE, FEED_FOLDER]

export const isSecretUrl = (url: string): boolean =>
  [GUEST_PAGE, CONFIRMATION_PAGE, JOIN_PAGE].some((page) => url.includes(page))

/** The path segments that are followed by a secret. */
const SECRET_PART =
  /((?:guest-registration|guest-confirmation|calendar-feeds|(?<!\/api\/)\bjoin)(?:\/|%2f)+)[^\s"'<>]*/gi

/** Text or a path with secrets removed, safe to log or to show to staff. */
export const redactSecretUrls = (text: string): string => text.replace(SECRET_PART, '$1[secret]')
