/** The text as a part of a regular expression that matches it. */
export const escapeRegExp = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')
