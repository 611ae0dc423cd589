import type { Database } from '../../server/src/db/client'

type Table = { name: string; columns: string }

const TABLES = `
  select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.relname order by c.relname`

/** Copies every table, to be restored by `restoreRows`. */
export async function saveRows({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<Table>(TABLES)
  const copies = rows.map(({ name }) => `create table saved.${name} as table public.${name};`)
  await pool.query(`create schema saved; ${copies.join('\n')}`)
}

/** With triggers and foreign keys disabled: the product itself can never delete from the audit log. */
export async function restoreRows({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<Table>(TABLES)
  const statements = rows.map(
    ({ name, columns }) => `delete from public.${name};
      insert into public.${name} (${columns}) overriding system value select ${columns} from saved.${name};`,
  )
  await pool.query(`begin; set local session_replication_role = replica; ${statements.join('\n')} commit`)
}
