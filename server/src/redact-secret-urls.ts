/** The page that shows a guest what was sent; its address ends in a secret. */
export const GUEST_PAGE = '/guest-registration/'
/** The folder of the families' calendar feeds; the names of the files in it are secrets. */
export const FEED_FOLDER = '/api/calendar-feeds/'

export const isSecretUrl = (link: string): boolean => link.includes(GUEST_PAGE)

/** After these words a secret follows: a guest's page, and a family's calendar feed. */
const SECRET_PART = /((?:guest-registration|calendar-feeds)(?:\/|%2f)+)[^\s"'<>]*/gi

/** A text, or a path, as a log or a screen of staff may hold it. */
export const redactSecretUrls = (text: string): string => text.replace(SECRET_PART, '$1[secret]')
