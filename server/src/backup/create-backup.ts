import { createHash, randomUUID } from 'node:crypto'
import { closeSync, createWriteStream, linkSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { connect } from '../db/connection'
import { LAST_REPLACED } from '../db/migrate'
import { OperatorError, reasonOf } from '../operator-error'
import { encryptFor, temporaryIdentity } from './backup-encryption'
import { type BackupFooter, END_OF_TABLE, FORMAT_VERSION, readBackup } from './backup-file'
import { findInstallation, writeErasedList } from './erased-list'
import { copyTarget, listTables, quote } from './tables'

/** The rows of each table, as the database counts them. */
type RowCounts = Map<string, number>

/** `identities` read the file as long as they are remembered; none if it is not encrypted. */
export type CreatedBackup = BackupFooter & { identities: string[] }

/**
 * Writes a consistent snapshot to a file while the server keeps running, encrypted if there is a recipient. The file gets
 * its name last, once it was read back and has as many rows of each table as the database counts in the same snapshot.
 */
export async function createBackup(
  databaseUrl: string,
  file: string,
  recipient?: string,
): Promise<CreatedBackup> {
  const client = await connect({ connectionString: databaseUrl, application_name: 'aftercare-backup' })
  const unfinished = `${file}.${randomUUID()}.part`
  try {
    await client.query('begin isolation level repeatable read, read only')
    const footer: BackupFooter = { tables: [], sha256: '' }
    const counts: RowCounts = new Map()
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 })
    const content = Readable.from(contentOf(client, footer, counts))
    const identities: string[] = []
    if (recipient) {
      const identity = await temporaryIdentity(recipient)
      identities.push(identity)
      await pipeline(content, createGzip(), encryptFor(recipient, identity), target)
    } else await pipeline(content, createGzip(), target)
    await sync(unfinished)
    await checkBackup(unfinished, identities, counts)
    await writeErasedList(client, dirname(file))
    publish(unfinished, file)
    await syncFolder(dirname(file)).catch((error) => {
      removeIfExists(file)
      throw error
    })
    return { ...footer, identities }
  } catch (error) {
    if (error instanceof OperatorError || error instanceof pg.DatabaseError) throw error
    throw new OperatorError(`The backup ${file} could not be written: ${reasonOf(error)}.`)
  } finally {
    removeIfExists(unfinished)
    await client.end()
  }
}

/** Fails unless the file can be read to its end and holds as many rows of each table as were counted. */
export async function checkBackup(
  file: string,
  identities: readonly string[],
  counts: RowCounts,
): Promise<void> {
  const { tables } = await readBackup(file, identities)
  const wrong = tables.find(({ table, rows }) => counts.get(table) !== rows)
  if (wrong || tables.length !== counts.size)
    throw new OperatorError(
      `The backup does not hold every row${wrong ? ` of the table ${wrong.table}` : ''}.`,
    )
}

async function* contentOf(
  client: pg.Client,
  footer: BackupFooter,
  counts: RowCounts,
): AsyncGenerator<Buffer> {
  const totalHash = createHash('sha256')
  const hashed = (content: Buffer) => {
    totalHash.update(content)
    return content
  }
  const line = (value: unknown) =>
    Buffer.from(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
  yield hashed(
    line({
      format: 'aftercare-backup',
      format_version: FORMAT_VERSION,
      schema_version: await readSchemaVersion(client),
      created_at: await readTime(client),
      installation: (await findInstallation(client)) ?? undefined,
    }),
  )
  for (const heading of await listTables(client)) {
    counts.set(heading.table, await countRows(client, heading.table))
    yield hashed(line(heading))
    const hash = createHash('sha256')
    let rows = 0
    for await (const chunk of client.query(copyTo(`copy ${copyTarget(heading)} to stdout`))) {
      hash.update(chunk)
      rows += countLines(chunk)
      yield hashed(chunk)
    }
    yield hashed(line(END_OF_TABLE))
    footer.tables.push({ table: heading.table, rows, sha256: hash.digest('hex') })
  }
  footer.sha256 = totalHash.digest('hex')
  yield line(footer)
}

async function readSchemaVersion(client: pg.Client): Promise<number> {
  const { rows: found } = await client.query(
    "select to_regclass('public.schema_migrations') is not null as exists",
  )
  const { rows } = found[0].exists
    ? await client.query('select version, name from schema_migrations order by version desc limit 1')
    : { rows: [] }
  if (rows.length === 0) throw new OperatorError('The database is empty: there is nothing to back up.')
  // Not started since the migrations were replaced: it has the first schema by its old number.
  return rows[0].name === LAST_REPLACED.name ? 1 : rows[0].version
}

async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query(`select count(*) as count from public.${quote(table)}`)
  return Number(rows[0].count)
}

async function readTime(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ now: Date }>('select now()')
  return rows[0]?.now.toISOString() ?? ''
}

function countLines(chunk: Buffer): number {
  let lines = 0
  for (const byte of chunk) if (byte === 10) lines += 1
  return lines
}

/** What file systems answer that have no hard links, such as network shares and memory sticks. */
const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'ENOSYS']

/** A hard link, unlike a rename, never replaces an existing backup. */
function publish(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new OperatorError(`The file ${file} already exists.`)
    if (!NO_HARD_LINKS.includes(code)) throw error
    publishByRename(unfinished, file)
  }
}

/** Reserves the name first, which fails if the file exists. */
function publishByRename(unfinished: string, file: string): void {
  closeSync(openSync(file, 'wx', 0o600))
  try {
    renameSync(unfinished, file)
  } catch (error) {
    removeIfExists(file)
    throw error
  }
}

function removeIfExists(path: string): void {
  try {
    rmSync(path)
  } catch {
    // It was never created; the earlier error is what matters.
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What file systems answer that cannot sync a folder, such as network shares. */
const NO_FOLDER_SYNC = ['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR']

/** So that the file's name survives a power cut, where the file system can do that. */
async function syncFolder(path: string): Promise<void> {
  try {
    await sync(path)
  } catch (error) {
    if (!NO_FOLDER_SYNC.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
