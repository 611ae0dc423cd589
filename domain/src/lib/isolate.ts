/** Letters written from right to left, and the invisible marks that turn the direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
const ISOLATES = /[\u2068\u2069]/g

/**
 * A name within a sentence that is plain text: a right-to-left one would pull the words and numbers around it to its
 * other side. All other names stay as they are, to the letter. In markup `<bdi>` does the same.
 */
export const isolate = (name: string): string =>
  RIGHT_TO_LEFT.test(name) ? `${FIRST_STRONG_ISOLATE}${name.replace(ISOLATES, '')}${POP_ISOLATE}` : name

/** For files that other programs read. */
export const withoutIsolates = (text: string): string => text.replace(ISOLATES, '')

/** The parts of a text, by turns outside and inside the isolated names, for markup of its own. */
export const splitIsolated = (text: string): string[] => text.split(/\u2068([^\u2069]*)\u2069/)
