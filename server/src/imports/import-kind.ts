import type { ErasedFamily } from '@aftercare/domain/imports/erased-lines'
import type { ColumnMapping, ImportField } from '@aftercare/domain/imports/import-columns'
import type { FooterRule, ImportTable } from '@aftercare/domain/imports/import-table'
import type { Day } from '@aftercare/domain/lib/days'
import type { Queryable, Tx } from '../db/client'
import type { ImportReviewRow } from '../db/tables'
import type { AppContext, Services } from '../http/context'

export type ReviewChoices = {
  columns: ColumnMapping
  /** Columns that staff said are not used; missing where nobody asks. */
  unused?: number[]
}
export type ReviewedLine = { line: number; state: string; reason: string | null; familyId: string | null }
/** What was shown last: the file's lines with their state. */
export type ReviewOutcome = { lines: readonly ReviewedLine[] }

/**
 * A file under review. It is stored on the server and not in the browser, so that it survives a reload, a lost session
 * and another device, and nothing of a bank's file stays on a computer of the office. One per kind and member of staff,
 * for a day after the last change.
 */
export type ImportReview<Choices, Outcome> = Pick<
  ImportReviewRow,
  'id' | 'file_name' | 'contents' | 'version'
> & {
  choices: Choices
  outcome: Outcome
}

/** Without the file's contents. */
export type FoundReview<Choices, Outcome> = Omit<ImportReview<Choices, Outcome>, 'contents'> & {
  headings: string[]
}

/** What is particular to one kind of file. Upload, review and import are the same for all. */
export type ImportKind<
  Choices extends ReviewChoices,
  Outcome extends ReviewOutcome,
  Done extends object = object,
> = {
  name: ImportReviewRow['kind']
  /** Imports of one kind wait for each other. */
  lock: 'payment imports' | 'family imports'
  fields: readonly ImportField[]
  /** A heading in the words of the fields. */
  headingKey: (heading: string) => string
  recognise: (contents: ImportTable) => Choices['columns']
  isFooter: FooterRule
  /** A new file's choices, besides the columns. */
  initialChoices: Omit<Choices, 'columns'>
  /** Reads the lines by the chosen columns and compares them with what is stored now. */
  review: (
    db: Queryable,
    services: Pick<Services, 'clock' | 'config'>,
    contents: ImportTable,
    choices: Choices,
  ) => Promise<Outcome>
  /** Throws as long as something about the file is not decided. */
  assertDecided?: (choices: Choices, contents: ImportTable) => void
  isImported: (line: Outcome['lines'][number]) => boolean
  /** Locks everything that decides about the lines, before they are compared once more. */
  lockFor: (tx: Tx, c: AppContext, lines: Outcome['lines']) => Promise<void>
  /** What changed for the lines to import since they were shown, in words. */
  changes: (before: Outcome['lines'], after: Outcome['lines']) => string | null
  /** Without the lines about the family; null if there is none. */
  erase: (
    review: ImportReview<Choices, Outcome>,
    family: ErasedFamily,
    today: Day,
  ) => { contents: ImportTable; choices: Choices } | null
  write: (tx: Tx, c: AppContext, review: ImportReview<Choices, Outcome>) => Promise<Done>
}
