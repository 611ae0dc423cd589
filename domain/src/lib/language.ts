/** What parents and guests can read; staff's screens are English. */
export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Both are the United States': dates and amounts as families there write them. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((known) => known === value)

/** The texts of one place, in one language: strings and small functions. The id is the same in all languages. */
export type Texts = { readonly id: string }
