import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { OperatorError, reasonOf } from '../operator-error'

/**
 * A backup is gzipped text: a header line; per table a heading line, its rows in PostgreSQL's COPY text format and the
 * line `\.`; and a footer line with the row count and checksum of each table.
 */
export const END_OF_TABLE = '\\.'

const headerSchema = z.object({
  format: z.literal('aftercare-backup'),
  format_version: z.number().int(),
  schema_version: z.number().int().min(1),
  created_at: z.string(),
})
const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
const footerSchema = z.object({
  tables: z.array(z.object({ table: z.string(), rows: z.number().int(), sha256: z.string() })),
  sha256: z.string(),
})

/** 1: its schema version counts the migrations that `0001_schema.sql` replaced. */
export const FORMAT_VERSION = 2

export type BackupHeader = z.infer<typeof headerSchema>
export type TableHeading = z.infer<typeof tableSchema>
export type BackupFooter = z.infer<typeof footerSchema>

export type BackupVisitor = {
  header?(header: BackupHeader): Promise<void> | void
  table?(heading: TableHeading): Promise<void> | void
  row?(line: string): Promise<void> | void
  tableEnd?(heading: TableHeading): Promise<void> | void
}

/** Reads a backup and fails if anything differs from what was written. */
export async function readBackup(file: string, visitor: BackupVisitor = {}): Promise<BackupFooter> {
  const damaged = (what: string) => new OperatorError(`The file ${file} is damaged or incomplete: ${what}.`)
  const totalHash = createHash('sha256')
  const found: BackupFooter['tables'] = []
  let header: BackupHeader | null = null
  let open: { heading: TableHeading; rows: number; hash: ReturnType<typeof createHash> } | null = null
  let footer: BackupFooter | null = null

  for await (const line of linesOf(file)) {
    if (footer !== null) throw damaged('there is more after its end')
    if (header === null) {
      header = readHeader(file, line)
      await visitor.header?.(header)
    } else if (open !== null && line === END_OF_TABLE) {
      found.push({ table: open.heading.table, rows: open.rows, sha256: open.hash.digest('hex') })
      await visitor.tableEnd?.(open.heading)
      open = null
    } else if (open !== null) {
      open.rows += 1
      open.hash.update(`${line}\n`)
      await visitor.row?.(line)
    } else {
      const json = parse(line)
      const heading = tableSchema.safeParse(json)
      const end = footerSchema.safeParse(json)
      if (heading.success) {
        open = { heading: heading.data, rows: 0, hash: createHash('sha256') }
        await visitor.table?.(heading.data)
      } else if (end.success) {
        footer = end.data
        continue
      } else throw damaged('it has an unexpected line')
    }
    totalHash.update(`${line}\n`)
  }
  if (header === null) throw new OperatorError(`The file ${file} is not an Aftercare backup: it is empty.`)
  if (footer === null) throw damaged('its end is missing')
  if (JSON.stringify(found) !== JSON.stringify(footer.tables))
    throw damaged('rows do not match their checksums')
  if (totalHash.digest('hex') !== footer.sha256) throw damaged('its overall checksum does not match')
  return footer
}

function readHeader(file: string, line: string): BackupHeader {
  const header = headerSchema.safeParse(parse(line))
  if (!header.success) throw new OperatorError(`The file ${file} is not an Aftercare backup.`)
  if (header.data.format_version > FORMAT_VERSION) {
    throw new OperatorError(
      `The backup ${file} was made by a newer version of Aftercare. Restore it with that version.`,
    )
  }
  return header.data
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.once('error', (error) => text.destroy(error))
  try {
    // COPY escapes carriage returns in values, so only line feeds end a line.
    let rest = ''
    for await (const chunk of text.setEncoding('utf8')) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest !== '')
      throw new OperatorError(`The file ${file} is damaged or incomplete: it ends in the middle of a line.`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof OperatorError) throw error
    if (code === 'ENOENT') throw new OperatorError(`There is no file ${file}.`)
    if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR') {
      throw new OperatorError(`The file ${file} is not an Aftercare backup, or it is damaged or incomplete.`)
    }
    throw new OperatorError(`The file ${file} cannot be read: ${reasonOf(error)}.`)
  } finally {
    source.destroy()
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
