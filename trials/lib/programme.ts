import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { createPasswordHasher } from '../../server/src/auth/passwords'
import { type HttpResponse, httpRequest } from '../../testkit/http-client'

export const PASSWORD = 'a trial of strength'

export type Family = {
  email: string
  cookie: string
  parentId: string
  childIds: string[]
  ipAddress: string
}
export type Programme = { families: Family[]; staffCookie: string; monthId: string; admin: string }

export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
) {
  const client = new pg.Client({ connectionString: url, application_name: 'trial' })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const cookieOf = (secret: string) => `aftercare_session=${secret}`
const digest = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Families with two children each, one admin, and December 2026 open for registration. */
export async function seedProgramme(url: string, families: number): Promise<Programme> {
  const passwordHash = await createPasswordHasher().hash(PASSWORD)
  const people = Array.from({ length: families + 1 }, (_, number) => ({
    email: number === 0 ? 'staff@example.com' : `family${number}@example.com`,
    secret: randomBytes(32).toString('base64url'),
  }))
  const made = await query<{ id: string; email: string }>(
    url,
    `with made as (
       insert into accounts (email, password_hash, email_verified_at)
       select email, $2, '2026-01-01' from unnest($1::text[]) as email returning id, email),
     named as (insert into profiles (id, full_name, email) select id, 'Person ' || email, email from made),
     ranked as (insert into user_roles (user_id, role)
       select id, case when email like 'staff%' then 'admin' else 'parent' end from made)
     select id, email from made`,
    [people.map(({ email }) => email), passwordHash],
  )
  const idOf = new Map(made.map(({ id, email }) => [email, id]))
  await query(
    url,
    `insert into sessions (id, account_id, expires_at)
     select * from unnest($1::text[], $2::uuid[], $3::timestamptz[])`,
    [
      people.map(({ secret }) => digest(secret)),
      people.map(({ email }) => idOf.get(email)),
      people.map(() => '2026-11-16T20:00:00-05:00'),
    ],
  )
  const children = await query<{ id: string; parent_id: string }>(
    url,
    `insert into children (parent_id, name) select id, 'Child ' || n from accounts, generate_series(1, 2) n
      where email like 'family%' returning id, parent_id`,
  )
  const [month] = await query<{ id: string }>(
    url,
    `insert into months (month_name, year, is_active, regular_price, special_price, day_types)
     values ('December', 2026, true, 20, 30, '{}') returning id`,
  )
  const childrenOf = new Map<string, string[]>()
  for (const { id, parent_id } of children)
    childrenOf.set(parent_id, [...(childrenOf.get(parent_id) ?? []), id])
  return {
    admin: idOf.get('staff@example.com') ?? '',
    staffCookie: cookieOf(people[0]?.secret ?? ''),
    monthId: month?.id ?? '',
    families: people.slice(1).map(({ email, secret }, number) => {
      const parentId = idOf.get(email) ?? ''
      return {
        email,
        parentId,
        cookie: cookieOf(secret),
        childIds: childrenOf.get(parentId) ?? [],
        ipAddress: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      }
    }),
  }
}

/** Registers the family's children for one day of the month. */
export const registerFamily = (
  port: number,
  { monthId }: Programme,
  { cookie, ipAddress, childIds, email }: Family,
) =>
  httpRequest(port, '/api/submissions', {
    method: 'POST',
    cookie,
    ipAddress,
    key: email,
    body: { month_id: monthId, child_ids: childIds, selected_days: [8], agreed: true },
  })

/** A guest registers one child for one day of the month. */
export const registerGuest = (
  port: number,
  { monthId }: Programme,
  number: number,
  day: number,
): Promise<HttpResponse> =>
  httpRequest(port, '/api/submissions', {
    method: 'POST',
    ipAddress: `10.200.0.${number}`,
    key: `guest-${number}`,
    body: {
      month_id: monthId,
      guest_parent_name: `Guest ${number}`,
      guest_parent_email: `guest${number}@example.com`,
      guest_child_name: `Otis ${number}`,
      selected_days: [day],
      agreed: true,
    },
  })
