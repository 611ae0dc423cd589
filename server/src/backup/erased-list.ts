import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import type { Config } from '../config'
import { OperatorError, reasonOf } from '../operator-error'

/** Beside the backups: what was erased after an older one was made. */
export const ERASED_LIST = 'erased.json'

/** Ids only. Without an account it was a guest, who is known only by what they sent. */
export type Erasure = { account: string | null; submissions: string[] }

/** By installation: several may keep their backups in one folder. */
export type ErasedLists = Record<string, Erasure[]>

const listSchema = z.object({
  about: z.string(),
  installations: z.record(
    z.uuid(),
    z.array(z.object({ account: z.uuid().nullable(), submissions: z.array(z.uuid()) })),
  ),
})

const ABOUT = 'Ids of what was erased, by installation. A restore of an older backup erases it again.'

type Reader = { query(statement: pg.QueryConfig): Promise<pg.QueryResult> }

export const backupFolder = ({ backupDir, dataDir }: Pick<Config, 'backupDir' | 'dataDir'>): string =>
  backupDir ?? join(dataDir, 'backups')

/** Null for a database from before there was one. */
export async function findInstallation(db: Reader): Promise<string | null> {
  const { rows } = await db.query({ text: `select value from settings where key = 'installation'` })
  return rows[0]?.value ?? null
}

/** Writes what the database lists as erased beside the backups, in addition to what the file there lists. */
export async function writeErasedList(db: Reader, folder: string): Promise<void> {
  const { rows: found } = await db.query({
    text: `select to_regclass('public.erasures') is not null as exists`,
  })
  if (!found[0].exists) return
  const installation = await findInstallation(db)
  const { rows: erased } = await db.query({ text: 'select account, submissions from erasures' })
  if (installation === null || erased.length === 0) return
  // What cannot be read is written anew: the list comes from the database.
  const earlier = await readErasedList(folder).catch((): ErasedLists => ({}))
  const lists = { ...earlier, [installation]: mergeErasures(earlier[installation] ?? [], erased) }
  const text = `${JSON.stringify({ about: ABOUT, installations: lists }, null, 2)}\n`
  const unfinished = join(folder, `${ERASED_LIST}.${randomUUID()}.part`)
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flush: true })
    renameSync(unfinished, join(folder, ERASED_LIST))
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Each once. */
export function mergeErasures(...lists: readonly Erasure[][]): Erasure[] {
  const keyOf = ({ account, submissions }: Erasure) => account ?? submissions.toSorted().join()
  return [...new Map(lists.flat().map((erasure) => [keyOf(erasure), erasure])).values()]
}

/** Nothing if there is no such file. */
export async function readErasedList(folder: string): Promise<ErasedLists> {
  const file = join(folder, ERASED_LIST)
  if (!existsSync(file)) return {}
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new OperatorError(`The list ${file} cannot be read: ${reasonOf(error)}.`)
  })
  const list = listSchema.safeParse(parse(text))
  if (list.success) return list.data.installations
  throw new OperatorError(
    `The list ${file} of what was erased is damaged. Restoring without it could bring that back: replace it with a copy, or move it to another folder to go on without it.`,
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
