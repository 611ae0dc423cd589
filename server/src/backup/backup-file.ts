import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { OperatorError, reasonOf } from '../operator-error'
import { AGE_VERSION_LINE, decryptWith } from './backup-encryption'

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
  /** Whose erasures it lists; older ones list none. */
  installation: z.string().optional(),
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

/** Reads a backup and fails if anything differs from what was written. The identities are those of an encrypted one. */
export async function readBackup(
  file: string,
  identities: readonly string[],
  visitor: BackupVisitor = {},
): Promise<BackupFooter> {
  const damaged = (what: string) => new OperatorError(`The file ${file} is damaged or incomplete: ${what}.`)
  const totalHash = createHash('sha256')
  const found: BackupFooter['tables'] = []
  let header: BackupHeader | null = null
  let current: { heading: TableHeading; rows: number; hash: ReturnType<typeof createHash> } | null = null
  let footer: BackupFooter | null = null

  for await (const line of linesOf(file, identities)) {
    if (footer !== null) throw damaged('there is more after its end')
    if (header === null) {
      header = readHeader(file, line)
      await visitor.header?.(header)
    } else if (current !== null && line === END_OF_TABLE) {
      found.push({ table: current.heading.table, rows: current.rows, sha256: current.hash.digest('hex') })
      await visitor.tableEnd?.(current.heading)
      current = null
    } else if (current !== null) {
      current.rows += 1
      current.hash.update(`${line}\n`)
      await visitor.row?.(line)
    } else {
      const json = parse(line)
      const heading = tableSchema.safeParse(json)
      const end = footerSchema.safeParse(json)
      if (heading.success) {
        current = { heading: heading.data, rows: 0, hash: createHash('sha256') }
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

async function* linesOf(file: string, identities: readonly string[]): AsyncGenerator<string> {
  const unreadable = (error: unknown) => describeReadError(file, error)
  const isEncrypted = await isAgeFile(file).catch((error) => {
    throw unreadable(error)
  })
  if (isEncrypted && identities.length === 0)
    throw new OperatorError(
      `The backup ${file} is encrypted. Name the file of the identity that reads it: --identity KEYFILE.`,
    )
  const source = createReadStream(file)
  const text = createGunzip()
  // Its errors, and those of the steps before it, are thrown by the loop below.
  const reading = (
    isEncrypted ? pipeline(source, decryptWith(identities), text) : pipeline(source, text)
  ).catch(() => undefined)
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
    throw unreadable(error)
  } finally {
    text.destroy()
    await reading
  }
}

async function isAgeFile(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_VERSION_LINE.length))
    return buffer.toString('latin1', 0, bytesRead) === AGE_VERSION_LINE
  } finally {
    await handle.close()
  }
}

function describeReadError(file: string, error: unknown): OperatorError {
  if (error instanceof OperatorError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new OperatorError(`There is no file ${file}.`)
  if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR')
    return new OperatorError(`The file ${file} is not an Aftercare backup, or it is damaged or incomplete.`)
  if (message.startsWith('no identity matched'))
    return new OperatorError(`The backup ${file} was encrypted for another identity than this one.`)
  // The errors of age have no code.
  if (code === undefined) return new OperatorError(`The file ${file} is damaged or incomplete.`)
  return new OperatorError(`The file ${file} cannot be read: ${reasonOf(error)}.`)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
