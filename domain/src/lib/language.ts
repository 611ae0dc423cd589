/** What parents and guests can read; staff's screens are English. */
export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Both are the United States': dates and amounts as families there write them. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((known) => known === value)

/** The cookie of a browser in which a language was chosen; for a year. */
export const LANGUAGE_COOKIE = 'language'
export const LANGUAGE_COOKIE_SECONDS = 365 * 24 * 60 * 60

/** The parameter of a mailed link: the language of its mail, for a browser in which none was chosen. */
export const LANGUAGE_PARAM = 'lang'

type LanguageChoices = {
  /** Of the signed-in account; null or undefined without one. */
  account?: Language | null
  /** The cookie's value, whatever it is. */
  browser?: string | null
  /** The parameter's value, whatever it is. */
  link?: string | null
}

/** What was chosen, the account's choice first; null where nothing was. The browser's own preference never counts. */
export const chosenLanguage = ({ account, browser, link }: LanguageChoices): Language | null =>
  [account, browser, link].find(isLanguage) ?? null

/** The texts of one place, in one language: strings and small functions. The id is the same in all languages. */
export type Texts = { readonly id: string }
