import { beforeEach, describe, expect, it } from 'vitest'
import { givePassword } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { emptyTables } from '../../testing/databases'
import { saveWithVersion } from '../../testing/save-with-version'
import { testApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'
import { activityCsv } from './activity.export'
import type { ActivityRow } from './activity-row'

const app = await testApp()
const make = buildersFor(app.services.db)
const rosa = await make.anAdmin({ full_name: 'Rosa Medina' })
const dana = await make.aParent({ full_name: 'Dana Okafor' })
const staff = await app.as(rosa)
const family = await app.as(dana)
beforeEach(() => emptyTables(app.services.pool, 'payments, submissions, children, months, audit_log'))

type Page = { rows: ActivityRow[]; older: number | null }

async function read(query = ''): Promise<Page> {
  const { status, body } = await staff.get(`/api/admin/activity${query}`)
  expect(status).toBe(200)
  return body
}
const sentences = async (query?: string) => (await read(query)).rows.map(({ sentence }) => sentence)

/** Entries one hour apart, the last one the newest. */
async function entries(
  ...list: { action: string; role?: string; actor?: string; row?: string; at?: string }[]
) {
  for (const [index, entry] of list.entries())
    await execute(
      app.services.db,
      sql`insert into audit_log (at, actor_id, actor_role, action, table_name, row_id)
        values (${entry.at ?? `2026-11-10T${String(index).padStart(2, '0')}:00:00Z`}, ${entry.actor ?? null},
          ${entry.role ?? 'system'}, ${entry.action}, 'accounts', ${entry.row ?? null})`,
    )
}

describe('the activity log', () => {
  it('describes a price change with the month, the old and the new price', async () => {
    const month = await make.aMonth()
    await saveWithVersion(staff, '/api/admin/pricing', { regular_price: '22', special_price: '30' })
    expect(await sentences()).toEqual([
      'Rosa Medina changed the regular price of December 2026 from $20 to $22',
    ])
    await make.aMonth({ month_name: 'January', year: 2027 })
    await saveWithVersion(staff, '/api/admin/pricing', { regular_price: '22', special_price: '35' })
    expect((await sentences())[0]).toMatch(
      /^Rosa Medina changed the regular price of January 2027 from \$20 to \$22 and the special price of (December 2026 and January 2027|January 2027 and December 2026) from \$30 to \$35$/,
    )
    await saveWithVersion(staff, '/api/admin/default-seats', { seats: 30 })
    expect((await sentences())[0]).toBe(
      'Rosa Medina changed the seats per day for new months from no limit to 30',
    )
    expect(month.month_name).toBe('December')
  })

  it('lists what staff, parents, guests and the system did, newest first', async () => {
    const month = await make.aMonth()
    const child = await make.aChild(dana, { name: 'Amara' })
    const registered = await family.post('/api/submissions', {
      month_id: month.id,
      child_ids: [child.id],
      selected_days: [1, 2],
      agreed: true,
    })
    expect(registered.status).toBe(200)
    await app.visitor.post('/api/submissions', {
      month_id: month.id,
      guest_parent_name: 'Grace Whitfield',
      guest_parent_email: 'grace@example.com',
      guest_child_name: 'Otis',
      selected_days: [1],
      agreed: true,
    })
    const [submission] = await rows<{ id: string }>(
      app.services.db,
      sql`select id from submissions where child_id = ${child.id}`,
    )
    const id = submission?.id ?? ''
    await staff.post('/api/admin/submissions/mark-billed', { ids: [id] })
    await family.patch(`/api/submissions/${id}`, { selected_days: [1, 3, 4], agreed: true, version: 2 })
    await staff.post(`/api/admin/submissions/${id}/confirm-fee`, { version: 3 })
    await staff.post('/api/admin/payments', {
      parent_id: dana.id,
      amount: '20',
      payment_date: '2026-11-10',
      payment_method: 'check',
      submission_id: id,
    })
    const details = { name: 'Amara Grace', allergies: 'Peanuts', version: 1 }
    await family.patch(`/api/children/${child.id}`, details)
    const told = await read()
    expect(told.rows.map(({ sentence }) => sentence)).toEqual([
      'Dana Okafor changed the details of Amara Grace',
      'Rosa Medina recorded a payment of $20 from Dana Okafor',
      'Rosa Medina confirmed the new fee for Amara Grace, December 2026, as billed: $40 before, $60 now',
      'Dana Okafor edited the days of Amara Grace, December 2026: added 3 and 4, removed 2, fee from $40 to $60',
      'Rosa Medina marked as billed: Amara Grace, December 2026 ($40)',
      'Grace Whitfield (guest) registered Otis for December 2026 (1 day, $20)',
      'Dana Okafor registered Amara Grace for December 2026 (2 days, $40)',
    ])
    expect(told.rows.map(({ role, kind }) => [role, kind])).toContainEqual(['visitor', 'submissions'])
    expect(JSON.stringify(told)).not.toContain('Peanuts')
  })

  it('continues after the last entry of a page without gaps or repeats, even within one moment', async () => {
    const at = '2026-11-10T10:00:00.123456Z'
    await entries(...Array.from({ length: 7 }, (_, n) => ({ action: `auth.step-${n}`, at })))
    const seen: string[] = []
    let before: number | null = null
    do {
      const page: Page = await read(`?size=3${before === null ? '' : `&before=${before}`}`)
      seen.push(...page.rows.map(({ sentence }) => sentence))
      before = page.older
    } while (before !== null)
    expect(seen).toHaveLength(7)
    expect(seen[0]).toContain('step 6')
    expect(new Set(seen).size).toBe(7)
  })

  it('can be filtered by person, kind and day, separately and together', async () => {
    await entries(
      { action: 'months.create', role: 'admin', actor: rosa.id, at: '2026-11-09T12:00:00Z' },
      // Still the 10th in New York.
      { action: 'auth.sign-in', row: dana.id, at: '2026-11-11T04:30:00Z' },
      { action: 'child.update', role: 'parent', actor: dana.id, at: '2026-11-11T15:00:00Z' },
      { action: 'submission.create', role: 'visitor', at: '2026-11-12T15:00:00Z' },
      { action: 'sessions.end', role: 'admin', actor: rosa.id, row: rosa.id, at: '2026-11-13T15:00:00Z' },
    )
    const actions = async (query: string) => (await read(query)).rows.map(({ kind }) => kind)
    expect(await actions('?who=admin')).toEqual(['sign-in', 'months'])
    expect(await actions('?who=visitor')).toEqual(['submissions'])
    expect(await actions('?who=system')).toEqual(['sign-in'])
    expect(await actions('?kind=sign-in')).toEqual(['sign-in', 'sign-in'])
    expect(await actions('?kind=sign-in&who=admin')).toEqual(['sign-in'])
    expect(await actions('?from=2026-11-10&to=2026-11-10')).toEqual(['sign-in'])
    expect(await actions('?from=2026-11-11')).toEqual(['sign-in', 'submissions', 'families'])
    expect(await actions('?to=2026-11-10')).toEqual(['sign-in', 'months'])
    expect(await actions('?kind=months&from=2026-11-10')).toEqual([])
    expect(await actions('?person=okaf')).toEqual(['families', 'sign-in'])
    expect(await actions(`?person=${rosa.email}`)).toEqual(['sign-in', 'months'])
    expect(await actions('?person=okaf&kind=families')).toEqual(['families'])
    expect(await actions('?person=okaf&who=system')).toEqual(['sign-in'])
    expect(await actions('?person=nobody')).toEqual([])
    expect(await actions('?person=%25')).toEqual([])
  })

  it('attributes actions before a sign-in to the person', async () => {
    const ask = async (who: string) =>
      (await read(`?kind=sign-in&who=${who}`)).rows.map(({ sentence }) => sentence)
    for (const person of [rosa, dana]) {
      await givePassword(app, person, 'late afternoon')
      const signIn = { email: person.email, password: 'late afternoon' }
      expect((await app.visitor.post('/api/auth/sign-in', signIn)).status).toBe(200)
    }
    await app.visitor.post('/api/auth/forgot-password', { email: dana.email, portal: 'parent' })
    const newcomer = { email: 'noor@example.com', password: 'Late-afternoon7', full_name: 'Noor Haddad' }
    expect((await app.visitor.post('/api/auth/sign-up', newcomer)).status).toBe(200)
    expect(await ask('admin')).toEqual(['Rosa Medina signed in'])
    expect(await ask('parent')).toEqual(['Noor Haddad signed up', 'Dana Okafor signed in'])
    expect(await ask('system')).toEqual(['Dana Okafor was sent a link to set a new password'])
  })

  it('shows a removed admin by their former name, and a deleted person as a deleted account', async () => {
    const sam = await make.anAdmin({ full_name: 'Sam Ellery' })
    await entries({ action: 'months.create', role: 'admin', actor: sam.id })
    await staff.delete(`/api/admin/admins/${sam.id}`)
    await entries({
      action: 'auth.sign-in',
      row: '00000000-0000-4000-8000-000000000000',
      at: '2020-01-01T00:00:00Z',
    })
    expect(await sentences()).toEqual([
      'Rosa Medina removed the admin Sam Ellery',
      'Sam Ellery created a deleted month',
      'A deleted account signed in',
    ])
    expect(await sentences('?person=sam el')).toHaveLength(2)
  })

  it.each([
    '?who=boss',
    '?kind=x',
    '?from=yesterday',
    '?to=2026-02-30',
    '?before=0',
    '?before=x',
    '?size=101',
    `?person=${'x'.repeat(201)}`,
  ])('rejects %s', async (query) => {
    expect((await staff.get(`/api/admin/activity${query}`)).status).toBe(422)
  })

  it('is for staff only', async () => {
    for (const path of ['/api/admin/activity', '/api/admin/activity/export']) {
      expect((await family.get(path)).status).toBe(403)
      expect((await app.visitor.get(path)).status).toBe(401)
    }
  })
})

describe('the exported log', () => {
  it('has all pages of the filtered list, in its order', async () => {
    await execute(
      app.services.db,
      sql`insert into audit_log (at, actor_id, actor_role, action, table_name, row_id)
        select '2026-11-10T05:00:00Z'::timestamptz + n * interval '1 minute', ${rosa.id}, 'admin', 'child.update', 'children', null
        from generate_series(1, 1203) n`,
    )
    await entries({ action: 'auth.sign-in', row: dana.id })
    const { body } = await staff.get('/api/admin/activity/export?kind=families')
    const lines = String(body).trim().split('\r\n')
    expect(lines).toHaveLength(1204)
    expect(lines[0]).toContain('Time,Person,Kind,What happened')
    expect(lines[1]).toBe('2026-11-10 20:03,Rosa Medina,Families,Rosa Medina changed the details of a child')
    expect(lines.at(-1)).toContain('2026-11-10 00:01,')
  })

  it('names the person who signed in, although no one was signed in yet', async () => {
    await entries({ action: 'auth.sign-in', row: dana.id }, { action: 'auth.sign-in' })
    const { body } = await staff.get('/api/admin/activity/export?kind=sign-in&who=system')
    const told = String(body).trim().split('\r\n').slice(1)
    expect(told.map((line) => line.slice('2026-11-10 20:03,'.length))).toEqual([
      'System,Sign-in,A deleted account signed in',
      'Dana Okafor,Sign-in,Dana Okafor signed in',
    ])
  })

  it('has names as entered, without the isolation marks that the list adds around right-to-left names', async () => {
    const child = await make.aChild(dana, { name: 'نور 2' })
    await (await app.as(dana)).patch(`/api/children/${child.id}`, { notes: 'Naps', version: 1 })
    const path = '/api/admin/activity'
    expect((await staff.get(path)).body.rows[0].sentence).toContain(`of \u2068${child.name}\u2069`)
    expect((await staff.get(`${path}/export`)).body).toContain(`of ${child.name}\r\n`)
  })

  it('stops at a maximum length, and says so', async () => {
    await entries(...Array.from({ length: 5 }, (_, n) => ({ action: `auth.step-${n}` })))
    const all = (await read()).rows
    const readSome = async (before: number | undefined, size: number) =>
      all.slice(before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1).slice(0, size)
    const text = await new Response(activityCsv(readSome, 'UTC', 3)).text()
    expect(text.trim().split('\r\n')).toHaveLength(5)
    expect(text).toContain('Only the newest 3 are included')
  })
})
