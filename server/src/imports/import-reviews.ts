import { knownHeadings, validMapping } from '@aftercare/domain/imports/import-columns'
import { MAX_FILE_BYTES } from '@aftercare/domain/imports/import-limits'
import { erasedChanges } from '@aftercare/domain/imports/review-changes'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { idempotentTransaction } from '../http/idempotency'
import type { ImportKind, ReviewChoices, ReviewOutcome } from './import-kind'
import {
  findRememberedColumns,
  lockReview,
  rememberColumns,
  removeReview,
  saveNewReview,
  updateReview,
} from './import-reviews.queries'
import { readTable } from './read-table'

/** Starts a review with the columns that were remembered for such files, else with those recognised. */
export async function uploadReview<Choices extends ReviewChoices, Outcome extends ReviewOutcome>(
  c: AppContext,
  kind: ImportKind<Choices, Outcome>,
  file_name: string,
): Promise<void> {
  const { services } = c.var
  const { db } = services
  const { fields } = kind
  const bytes = Buffer.from(await c.req.arrayBuffer())
  if (bytes.length > MAX_FILE_BYTES) throw new AppError('import-too-large')
  const contents = readTable(bytes, knownHeadings(fields), kind.isFooter, kind.headingKey)
  const remembered = await findRememberedColumns(db, kind, contents)
  const columns = remembered
    ? validMapping(remembered.columns, fields, contents.headings.length)
    : kind.recognise(contents)
  const unused = remembered && kind.initialChoices.unused && { unused: remembered.unused }
  const choices = { ...kind.initialChoices, ...unused, columns } as Choices
  const outcome = await kind.review(db, services, contents, choices)
  await saveNewReview(db, c, kind, { file_name, contents, choices, outcome })
}

type Decision = { id: string; columns?: { [field: string]: number | null | undefined } | undefined }

/** Stores what staff decided. Of the columns, those that are not sent stay. */
export async function decideReview<Choices extends ReviewChoices, Outcome extends ReviewOutcome>(
  c: AppContext,
  kind: ImportKind<Choices, Outcome>,
  { id, columns }: Decision,
  decide: (choices: Choices, lines: Outcome['lines']) => Choices,
  assertDecided: (lines: Outcome['lines']) => void = () => {},
): Promise<void> {
  const { services } = c.var
  await services.db.transaction(async (tx) => {
    const { contents, choices, outcome } = await lockReview(tx, c, kind, id)
    const mapping = validMapping({ ...choices.columns, ...columns }, kind.fields, contents.headings.length)
    const next = decide({ ...choices, columns: mapping }, outcome.lines)
    const reviewed = await kind.review(tx, services, contents, next)
    assertDecided(reviewed.lines)
    await updateReview(tx, services, id, { choices: next, outcome: reviewed })
  })
}

/** Imports the file once, however often the request is sent. */
export async function importReview<
  Choices extends ReviewChoices,
  Outcome extends ReviewOutcome,
  Done extends object,
>(
  c: AppContext,
  kind: ImportKind<Choices, Outcome, Done>,
  request: { id: string; version: number },
): Promise<Done> {
  const result = await idempotentTransaction(c, request, (tx) => writeImport(tx, c, kind, request))
  if ('changes' in result) throw new AppError('import-changed', result)
  return result
}

/**
 * Writes every line that the review shows as ready, or none. What decides about them is locked before the lines are
 * compared once more, so that what is written is what was shown. If anything differs, nothing is written but the new
 * outcome, for staff to look at again.
 */
async function writeImport<Choices extends ReviewChoices, Outcome extends ReviewOutcome, Done extends object>(
  tx: Tx,
  c: AppContext,
  kind: ImportKind<Choices, Outcome, Done>,
  { id, version }: { id: string; version: number },
): Promise<Done | { changes: string }> {
  const { services } = c.var
  await acquireAdvisoryLock(tx, kind.lock)
  const review = await lockReview(tx, c, kind, id)
  const { contents, choices } = review
  if (review.version !== version) {
    const changes = erasedChanges(contents.records, version)
    if (changes === null) throw new AppError('stale-version')
    return { changes }
  }
  kind.assertDecided?.(choices, contents)
  await kind.lockFor(tx, c, review.outcome.lines)
  const outcome = await kind.review(tx, services, contents, choices)
  const changes = kind.changes(review.outcome.lines, outcome.lines)
  if (changes !== null) {
    await updateReview(tx, services, id, { choices, outcome })
    return { changes }
  }
  if (!outcome.lines.some(kind.isImported)) throw new AppError('import-empty')
  const done = await kind.write(tx, c, { ...review, outcome })
  await rememberColumns(tx, services, kind, contents, choices)
  await removeReview(tx, c, kind, id)
  return done
}
