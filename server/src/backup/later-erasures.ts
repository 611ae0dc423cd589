import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { OperatorError } from '../operator-error'
import { type BackupHeader, readBackup } from './backup-file'
import { type ErasedLists, type Erasure, mergeErasures, readErasedList } from './erased-list'

const BACKUP = /\.backup\.gz(\.age)?$/

/** `notes`: sentences about backups whose list could not be read. */
export type LaterErasures = { lists: ErasedLists; notes: string[] }

/**
 * What was erased after this backup was made, as far as it is known here: from the lists in its folder and in the folder
 * of the nightly backups, and from the later backups beside it.
 */
export async function findLaterErasures(
  file: string,
  folder: string,
  identities: readonly string[],
): Promise<LaterErasures> {
  const folders = new Set([dirname(resolve(file)), resolve(folder)])
  const found: ErasedLists[] = []
  for (const one of folders) found.push(await readErasedList(one))
  const { createdAt } = await readErasures(file, identities)
  const notes: string[] = []
  for (const one of folders) {
    for (const name of (await readdir(one).catch(() => [])).filter((each) => BACKUP.test(each)).sort()) {
      const other = join(one, name)
      if (other === resolve(file)) continue
      try {
        const later = await readErasures(other, identities, createdAt)
        if (later.installation) found.push({ [later.installation]: later.erasures })
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error
        notes.push(`What was erased before ${name} was made is not known from it. ${error.message}`)
      }
    }
  }
  return { lists: mergeLists(found), notes }
}

function mergeLists(all: readonly ErasedLists[]): ErasedLists {
  const merged: ErasedLists = {}
  for (const [installation, erasures] of all.flatMap((lists) => Object.entries(lists)))
    merged[installation] = mergeErasures(merged[installation] ?? [], erasures)
  return merged
}

/** Ends the reading of a backup whose rest does not matter. */
class Enough extends Error {}

type Listed = { createdAt: string; installation: string | undefined; erasures: Erasure[] }

/** Of a backup that is not later than `since`, only when it was made. Stops after the list, near its beginning. */
async function readErasures(file: string, identities: readonly string[], since = ''): Promise<Listed> {
  const listed: Listed = { createdAt: '', installation: undefined, erasures: [] }
  let columns: string[] | null = null
  const visitor = {
    header(header: BackupHeader) {
      listed.createdAt = header.created_at
      if (header.installation === undefined || header.created_at <= since || since === '') throw new Enough()
      listed.installation = header.installation
    },
    table(heading: { table: string; columns: string[] }) {
      if (heading.table === 'erasures') columns = heading.columns
    },
    row(line: string) {
      if (columns) listed.erasures.push(erasureOf(line.split('\t'), columns))
    },
    tableEnd() {
      if (columns) throw new Enough()
    },
  }
  await readBackup(file, identities, visitor).catch((error) => {
    if (!(error instanceof Enough)) throw error
  })
  return listed
}

/** As COPY writes it: \N for null, {a,b} for an array. */
function erasureOf(values: readonly string[], columns: readonly string[]): Erasure {
  const fieldOf = (column: string) => values[columns.indexOf(column)] ?? ''
  const account = fieldOf('account')
  return {
    account: account === '\\N' ? null : account,
    submissions: fieldOf('submissions').slice(1, -1).split(',').filter(Boolean),
  }
}
