import { readFileSync } from 'node:fs'

const RULES = new URL('../../docs/rules/', import.meta.url)

function cells(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

/** A row of a worked example. A missing column throws, so that a typo does not pass as an empty cell. */
export class ExampleRow {
  constructor(
    private readonly row: Map<string, string>,
    readonly name: string,
  ) {}

  text(column: string): string {
    const value = this.row.get(column)
    if (value === undefined) throw new Error(`The table has no column "${column}"`)
    return value.replace(/^`|`$/g, '')
  }

  /** "3, 4, 10" → [3, 4, 10]; "none" → [] */
  days(column: string): number[] {
    const text = this.text(column)
    return text === 'none' ? [] : text.split(',').map(Number)
  }

  /** "$20.00, $5.50" → [2000, 550]; "none" → [] */
  cents(column: string): number[] {
    const text = this.text(column)
    if (text === 'none') return []
    return text.split(', ').map((part) => Math.round(Number(part.replace(/[$,]/g, '')) * 100))
  }

  yes(column: string): boolean {
    const text = this.text(column)
    if (text !== 'yes' && text !== 'no') throw new Error(`"${text}" is neither yes nor no`)
    return text === 'yes'
  }
}

/** The worked examples under a heading of docs/rules, so that the docs cannot drift from the code. */
export function rulesTable(file: string, heading: string): ExampleRow[] {
  const lines = readFileSync(new URL(file, RULES), 'utf8').split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading)
  if (start === -1) throw new Error(`${file} has no heading "${heading}"`)
  const first = lines.findIndex((line, index) => index > start && line.startsWith('|'))
  const nextHeading = lines.findIndex((line, index) => index > start && /^#+ /.test(line))
  if (first === -1 || (nextHeading !== -1 && nextHeading < first))
    throw new Error(`"${heading}" has no table`)
  const columns = cells(lines[first] ?? '')
  const rows: ExampleRow[] = []
  for (const line of lines.slice(first + 2)) {
    if (!line.startsWith('|')) break
    const values = cells(line)
    if (values.length !== columns.length)
      throw new Error(`"${line}" does not have as many cells as its table`)
    rows.push(
      new ExampleRow(new Map(columns.map((column, i) => [column, values[i] ?? ''])), values.join(' | ')),
    )
  }
  if (rows.length === 0) throw new Error(`"${heading}" has an empty table`)
  return rows
}
