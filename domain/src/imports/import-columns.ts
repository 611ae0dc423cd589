import { headingKey, type ImportTable } from './import-table'

/** A field that a column can be assigned to. */
export type ImportField<Name extends string = string> = {
  name: Name
  label: string
  /** Known headings as `headingKey` returns them, separated by commas, the best first. */
  headings: string
  /** Whether a cell has such contents; without it, only the heading decides. */
  matches?: (cell: string) => boolean
  /** The same below a known heading, where less will do: whole dollars are an amount only there. */
  accepts?: (cell: string) => boolean
  /** Headings of columns that are not taken for it because of their contents. */
  others?: RegExp
}

/** The column of each field by its index; null where the file has none. */
export type ColumnMapping<Name extends string = string> = Record<Name, number | null>

export const headingsOf = ({ headings }: Pick<ImportField, 'headings'>): string[] => headings.split(', ')

export const knownHeadings = (fields: readonly ImportField[]): Set<string> =>
  new Set(fields.flatMap(headingsOf))

const MAX_SAMPLES = 200
/** A column is recognised by contents alone if so many of its cells match. */
const MIN_MATCHING = 0.8

const MAX_FIRST_VALUES = 3
const MAX_SHOWN = 60

type Column = { index: number; key: string; samples: string[] }

/**
 * Proposes a column for each field: by the heading, then by words of it, then by contents. Each column is used once.
 * `keys`: the headings in the fields' words.
 */
export function recogniseColumns<Name extends string>(
  { headings, records }: ImportTable,
  fields: readonly ImportField<Name>[],
  keys: readonly string[] = headings.map(headingKey),
): ColumnMapping<Name> {
  const columns = headings.map((_, index) => ({
    index,
    key: keys[index] ?? '',
    samples: records
      .slice(0, MAX_SAMPLES)
      .map(({ cells }) => cells[index]?.trim() ?? '')
      .filter((cell) => cell !== ''),
  }))
  const mapping = Object.fromEntries(fields.map(({ name }) => [name, null])) as ColumnMapping<Name>
  for (const find of [byHeading, byWords, byContents]) {
    for (const field of fields) {
      if (mapping[field.name] !== null) continue
      const used = Object.values(mapping)
      const found = find(
        columns.filter(({ index }) => !used.includes(index)),
        field,
      )
      if (found) mapping[field.name] = found.index
    }
  }
  return mapping
}

const share = ({ samples }: Column, matches: (cell: string) => boolean) =>
  samples.length === 0 ? 0 : samples.filter(matches).length / samples.length

function isPossible(column: Column, { matches, accepts = matches }: ImportField): boolean {
  return accepts === undefined || column.samples.length === 0 || share(column, accepts) > 0
}

function byHeading(columns: readonly Column[], field: ImportField): Column | undefined {
  for (const heading of headingsOf(field)) {
    const found = columns.filter(({ key }) => key === heading).find((column) => isPossible(column, field))
    if (found) return found
  }
  return undefined
}

/** "Date of payment received" has the word "date"; only for contents that can be checked. */
function byWords(columns: readonly Column[], field: ImportField): Column | undefined {
  const { matches } = field
  if (!matches) return undefined
  return columns.find(
    (column) =>
      !field.others?.test(column.key) &&
      share(column, matches) >= MIN_MATCHING &&
      headingsOf(field).some((heading) => ` ${column.key} `.includes(` ${heading} `)),
  )
}

function byContents(columns: readonly Column[], { matches, others }: ImportField): Column | undefined {
  return (
    matches && columns.find((column) => !others?.test(column.key) && share(column, matches) >= MIN_MATCHING)
  )
}

/** The cell of a field, trimmed; '' where the file has no such column. */
export const cellOf = <Name extends string>(
  cells: readonly string[],
  mapping: ColumnMapping<Name>,
  name: Name,
): string => {
  const index = mapping[name]
  return index === null ? '' : (cells[index]?.trim() ?? '')
}

/** Identifies files of one kind: those with the same headings. */
export const headingsKey = (headings: readonly string[]): string => JSON.stringify(headings.map(headingKey))

/** What stands in a column first, for staff to know it by. */
export function firstValues({ records }: ImportTable, index: number): string[] {
  const values = new Set<string>()
  for (const { cells } of records) {
    const text = (cells[index] ?? '').replace(/\s+/g, ' ').trim()
    if (text !== '') values.add(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
    if (values.size === MAX_FIRST_VALUES) break
  }
  return [...values]
}

/** Columns that are no field's. */
export function unassignedColumns(headings: readonly string[], mapping: ColumnMapping): number[] {
  const assigned = new Set(Object.values(mapping))
  return headings.map((_, index) => index).filter((index) => !assigned.has(index))
}

/** Columns that staff neither assigned nor said are not used. */
export const undecidedColumns = (
  headings: readonly string[],
  mapping: ColumnMapping,
  unused: readonly number[] = [],
): number[] => unassignedColumns(headings, mapping).filter((column) => !unused.includes(column))

/** A remembered or sent mapping, without columns that this file does not have. */
export function validMapping<Name extends string>(
  mapping: Partial<Record<string, number | null>>,
  fields: readonly ImportField<Name>[],
  columnCount: number,
): ColumnMapping<Name> {
  const entries = fields.map(({ name }) => {
    const index = mapping[name] ?? null
    return [name, index !== null && index >= 0 && index < columnCount ? index : null]
  })
  return Object.fromEntries(entries) as ColumnMapping<Name>
}
