import { pluralize } from '../lib/pluralize'
import { ERASED_LINE, type ImportRecord } from './import-table'

const MAX_NAMED_CHANGES = 5

/** A sentence per line that changed since the review, "Line 2 ...", as `describe` words it; null without any. */
export function reviewChanges<Line extends { line: number }>(
  before: readonly Line[],
  after: readonly Line[],
  describe: (before: Line, after: Line) => string | null,
): string | null {
  return nameChanges(
    before.flatMap((line, n) => {
      const now = after[n]
      const change = now && describe(line, now)
      return change ? [`Line ${line.line} ${change}.`] : []
    }),
  )
}

function nameChanges(changes: readonly string[]): string | null {
  if (changes.length === 0) return null
  const more = changes.length - MAX_NAMED_CHANGES
  const named = changes.slice(0, MAX_NAMED_CHANGES)
  return [...named, ...(more > 0 ? [`And ${pluralize(more, 'more line')}.`] : [])].join(' ')
}

/** The lines of a family that were erased since that version of the review; null without any. */
export const erasedChanges = (records: readonly ImportRecord[], since: number): string | null =>
  nameChanges(
    records
      .filter(({ erasedIn }) => erasedIn !== undefined && erasedIn > since)
      .map(({ line }) => `Line ${line}: ${ERASED_LINE}.`),
  )
