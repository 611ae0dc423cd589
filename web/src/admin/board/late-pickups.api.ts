import { lateCsvName } from '@aftercare/domain/lib/csv'
import { api, request, requestFile } from '../../lib/api-client'
import { today } from '../../lib/program'
import { usePage } from '../../lib/use-page'

const KEY = ['admin', 'late-pickups'] as const
const PAGE_SIZE = 10

/** Limits the list to one parent or guest, if given. */
const parentQuery = (parent?: string) => (parent === undefined ? {} : { parent })

async function fetchPage(page: number, parent?: string) {
  const query = { ...parentQuery(parent), page: String(page), size: String(PAGE_SIZE) }
  const { rows, ...counts } = await request(api.admin.board.late.$get({ query }))
  return { ...counts, rows: rows.map((row) => ({ ...row, id: `${row.submission_id} ${row.day}` })) }
}

export type LatePickup = Awaited<ReturnType<typeof fetchPage>>['rows'][number]

/** Newest first, updated live. */
export const useLatePickups = (page: number, parent?: string) =>
  usePage([...KEY, parent, page], () => fetchPage(page, parent))

/** The same rows as CSV. */
export async function exportLatePickups(parent?: string) {
  const { file } = await requestFile(api.admin.board.late.export.$get({ query: parentQuery(parent) }))
  return { file, name: lateCsvName(today()) }
}
