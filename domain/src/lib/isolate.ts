/** Right-to-left letters, and the invisible characters that change the direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
const ISOLATES = /[\u2068\u2069]/g

/**
 * Isolates a right-to-left name within a plain-text sentence, which would otherwise reorder the words and numbers
 * around it. All other names stay exactly as they are. In markup, `<bdi>` does the same.
 */
export const isolate = (name: string): string =>
  RIGHT_TO_LEFT.test(name) ? `${FIRST_STRONG_ISOLATE}${name.replace(ISOLATES, '')}${POP_ISOLATE}` : name

/** For files that are read by other programs. */
export const withoutIsolates = (text: string): string => text.replace(ISOLATES, '')

/** Splits a text into parts that alternate between outside and inside an isolated name. */
export const splitIsolated = (text: string): string[] => text.split(/\u2068([^\u2069]*)\u2069/)
