import type pg from 'pg'
import type { Sql } from './sql'

const IDS_AT_A_TIME = 1000

export type IdCursor = {
  total: number
  /** The next ids in order, none at the end. */
  next(): Promise<string[]>
  close(): void
}

/**
 * The ids of a long list as of one moment, held by the database and not by this process, and outside of any
 * transaction: a slow reader keeps one connection busy and nothing else.
 */
export async function openIds(pool: pg.Pool, { text, values }: Sql): Promise<IdCursor> {
  const client = await pool.connect()
  let isOpen = true
  const close = () => {
    // The connection goes together with its cursor, whatever state it is in.
    if (isOpen) client.release(true)
    isOpen = false
  }
  try {
    await client.query(`declare ids scroll cursor with hold for ${text}`, values)
    const { rowCount } = await client.query('move forward all in ids')
    await client.query('move absolute 0 in ids')
    const next = async () => {
      const { rows } = await client.query<{ id: string }>(`fetch forward ${IDS_AT_A_TIME} from ids`)
      return rows.map((row) => row.id)
    }
    return { total: rowCount ?? 0, next, close }
  } catch (error) {
    close()
    throw error
  }
}
