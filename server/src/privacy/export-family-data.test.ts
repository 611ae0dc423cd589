import { describe, expect, it } from 'vitest'
import { insertMany } from '../../testing/databases'
import { startWithUniqueFamilies } from '../../testing/unique-families'
import { rows, sql } from '../db/sql'

const { app, admin, aFamily, aFamilyThatUsedEverything } = await startWithUniqueFamilies()

describe('Download my data', () => {
  /** What somebody reads about themselves: a new column is exported, or left out, on purpose. */
  const COLUMNS = {
    profile: 'created_at email full_name id language phone status status_since updated_at version',
    children:
      'allergies created_at deleted_at grade id must_not_pick_up name notes parent_id pickup_people updated_at version',
    payments:
      'amount created_at id moved_from_payment_id notes parent_id payment_date payment_method reverses_payment_id submission_id',
    waiting_for_seats: 'created_at day month_id parent_id',
    signed_in: 'account_id created_at expires_at handle password_entered_at seen_at user_agent',
    mailed_links: 'account_id created_at expires_at purpose used_at',
    emails:
      'created_at id is_secret send_after sent_at state subject submission_id template to_email to_name words',
    activity: 'action actor_role at detail id row_id table_name',
  }

  it('is one file with everything stored about the family, and no secrets', async () => {
    const { words, client, id, parent } = await aFamilyThatUsedEverything()
    const { status, body, headers } = await client.get('/api/own-data')
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="aftercare-my-data-\d{4}-12-30\.json"$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      account: [{ email: words.email }],
      profile: [{ full_name: words.parent, phone: words.phone }],
      payments: [{ amount: 100, notes: words.payment }],
      attendance: [{ picked_up_by: words.grandma }],
      waiting_for_seats: [{ day: 6 }],
      roles: [{ role: 'parent' }],
      sent_as_guest: [{ guest_child_name: words.child }],
    })
    expect(body.children.map((child: { name: string }) => child.name)).toContain(words.child)
    const registration = body.submissions.find((row: { id: string }) => row.id === id)
    expect(registration).toMatchObject({
      selected_days: [5],
      child: words.child,
      month: expect.stringContaining('November'),
    })
    for (const [list, columns] of Object.entries(COLUMNS))
      expect(Object.keys(body[list][0]).sort().join(' '), list).toBe(columns)
    expect(Object.keys(body).slice(0, 3)).toEqual(['about', 'made_at', 'account'])
    expect(body.made_at).toMatch(/^2026-12-30T14:00/)
    expect(body.emails.length).toBeGreaterThan(1)
    const actions = body.activity.map((entry: { action: string }) => entry.action)
    expect(actions).toEqual(expect.arrayContaining(['payment.record', 'child.update']))
    const text = JSON.stringify(body)
    for (const word of Object.values(words)) expect(text).toContain(word)
    const secrets = await rows<{ secret: string }>(
      app.services.db,
      sql`select password_hash as secret from accounts where id = ${parent.id}
        union all select id from sessions where account_id = ${parent.id}
        union all select id from tokens where account_id = ${parent.id}
        union all select secret_digest from calendar_feeds where parent_id = ${parent.id}
        union all select encrypted_secret from calendar_feeds where parent_id = ${parent.id}`,
    )
    expect(secrets.length).toBeGreaterThan(2)
    for (const { secret } of secrets) expect(text).not.toContain(secret)
    expect(text).not.toContain('access_token')
    expect(text).not.toContain(admin.id)
  })

  it('contains nothing of other families and is for its owner only', async () => {
    const [one, other] = [await aFamilyThatUsedEverything(), await aFamilyThatUsedEverything()]
    const text = JSON.stringify((await other.client.get('/api/own-data')).body)
    for (const word of Object.values(one.words)) expect(text).not.toContain(word)
    expect((await app.visitor.get('/api/own-data')).status).toBe(401)
  })

  it('has the newest ten thousand rows of a list, and says how many older ones it leaves out', async () => {
    const { parent, client } = await aFamily()
    await insertMany(
      app.databaseUrl,
      `insert into audit_log (at, actor_id, actor_role, action, table_name, row_id)
        select timestamptz '2026-11-01' - n * interval '1 minute', $1, 'parent', 'row-' || n, 'children', '-'
        from generate_series(0, 10001) as n`,
      [parent.id],
    )
    const { activity, older_rows_left_out } = (await client.get('/api/own-data')).body
    const shown = activity.map(({ action }: { action: string }) => action)
    expect(shown).toHaveLength(10_000)
    expect(shown.slice(0, 2)).toEqual(['own-data.download', 'row-0'])
    expect(shown.at(-1)).toBe('row-9998')
    expect(older_rows_left_out).toEqual({ activity: 3 })
  })

  it('is rate limited to ten in a row', async () => {
    const { client } = await aFamily()
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push((await client.get('/api/own-data')).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })
})
