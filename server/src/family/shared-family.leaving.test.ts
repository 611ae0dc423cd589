import { describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/auth'
import { invitationTo, joinInto } from '../../testing/family'
import { composeAllEvents } from '../../testing/mails'
import { PASSWORD, type SharedFamily, startWithFamilies } from '../../testing/shared-family'
import { execute, rows, sql } from '../db/sql'
import { createGuestLink } from '../guest-links/guest-links.queries'

const { app, make, december, staff, aSharedFamily } = await startWithFamilies()

describe('leaving', () => {
  const OWN_PATHS = ['/api/children', '/api/submissions', '/api/submissions/registered', '/api/seat-watches']

  async function expectEmpty({ child, register, second }: SharedFamily, registrationId: string) {
    for (const path of OWN_PATHS) expect((await second.get(path)).body.rows, path).toEqual([])
    const dashboard = (await second.get('/api/dashboard')).body
    expect([dashboard.children.total, dashboard.submissions.total, dashboard.guest_claims]).toEqual([
      0,
      0,
      [],
    ])
    expect((await second.get(`/api/submissions/${registrationId}`)).status).toBe(404)
    expect((await second.patch(`/api/children/${child.id}`, { name: 'X', version: 1 })).status).toBe(404)
    expect((await register(second)).status).toBe(404)
    expect((await second.get('/api/family')).body.adults).toHaveLength(1)
    const { children, submissions, payments, other_adults } = (await second.get('/api/own-data')).body
    expect([children, submissions, payments, other_adults]).toEqual([[], [], [], undefined])
  }

  it('makes the account an ordinary empty one at once; what they did stays', async () => {
    const family = await aSharedFamily()
    const { kemi, register, first, second } = family
    const { id } = (await register(second)).body.rows[0]
    expect((await second.delete('/api/family/membership')).body).toEqual({ ok: true })
    await expectEmpty(family, id)
    expect((await first.get(`/api/submissions/${id}`)).status).toBe(200)
    // And may have a family of its own.
    expect((await second.post('/api/children', { name: 'Own' })).body.parent_id).toBe(kemi.id)
  })

  it('also ends what a repeated request would return', async () => {
    const { kemi, child, first, second } = await aSharedFamily()
    const headers = { 'idempotency-key': `repeat-${kemi.id}` }
    const body = { month_id: december.id, child_ids: [child.id], selected_days: [9], agreed: true }
    expect((await second.post('/api/submissions', body, headers)).status).toBe(200)
    expect((await second.post('/api/submissions', body, headers)).status).toBe(200)
    await first.delete(`/api/family/adults/${kemi.id}`)
    expect((await second.post('/api/submissions', body, headers)).status).toBe(404)
  })

  it('is also up to the first adult, and to staff, but to no other adult', async () => {
    const family = await aSharedFamily()
    const { dana, kemi, register, first, second } = family
    const al = await make.aParent({ full_name: 'Al' })
    await joinInto(app, dana, al)
    const { id } = (await register(second)).body.rows[0]
    const refused = await (await app.as(al)).delete(`/api/family/adults/${kemi.id}`)
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'Only Dana Okafor can remove other adults from this family.',
    ])
    expect((await first.delete(`/api/family/adults/${kemi.id}`)).body.adults).toHaveLength(2)
    await expectEmpty(family, id)
    expect((await first.delete(`/api/family/adults/${kemi.id}`)).status).toBe(404)
    expect((await first.delete(`/api/family/adults/${dana.id}`)).status).toBe(404)
    const { body } = await staff.delete(`/api/admin/parents/${dana.id}/adults/${al.id}`)
    expect(body.adults).toEqual([])
    expect((await staff.delete(`/api/admin/parents/${dana.id}/adults/${al.id}`)).status).toBe(404)
    expect((await (await app.as(al)).get('/api/children')).body.rows).toEqual([])
  })

  it('is impossible for the first adult', async () => {
    const { first } = await aSharedFamily()
    const { status, body } = await first.delete('/api/family/membership')
    expect([status, body.error.code]).toEqual([409, 'first-adult-stays'])
  })

  it('drops the mails about the family that still wait', async () => {
    const { dana, kemi, register, first, second } = await aSharedFamily()
    const { id } = (await register(second)).body.rows[0]
    await first.patch(`/api/submissions/${id}`, { selected_days: [10], agreed: true, version: 1 })
    const templates = async (email: string) =>
      (await mailsTo(app, email)).map(({ template }) => template).sort()
    await first.delete(`/api/family/adults/${kemi.id}`)
    await composeAllEvents(app.services)
    expect(await templates(kemi.email)).toEqual(['monthly-parent'])
    expect(await templates(dana.email)).toEqual(['monthly-parent', 'registration-changed'])
  })

  it.each(['remove', 'leave', 'delete the account', 'remove after another email'])(
    'ends the private links of what they had sent as a guest and the family claimed: %s',
    async (way) => {
      const { dana, kemi, first, second } = await aSharedFamily()
      const claim = async (guest_parent_email: string) => {
        const { id } = await make.aGuestRegistration(december, { guest_parent_email, selected_days: [9] })
        const secret = await createGuestLink(app.services.db, id, app.services.clock.now())
        const body = { child: { name: `Child of ${guest_parent_email}` } }
        expect((await first.post(`/api/guest-claims/${id}`, body)).status).toBe(200)
        return { id, secret }
      }
      const [theirs, own] = [await claim(` ${kemi.email.toUpperCase()}`), await claim(dana.email)]
      const follow = ({ secret }: { secret: string | null }, action = '') =>
        app.visitor.post(`/api/guest-registration${action}`, { secret, ...(action && { text: 'Cancel' }) })
      expect((await follow(theirs)).status).toBe(200)
      if (way === 'remove after another email')
        await staff.patch(`/api/admin/parents/${kemi.id}`, { email: `new.${kemi.email}`, version: 1 })
      if (way.startsWith('remove')) await first.delete(`/api/family/adults/${kemi.id}`)
      else if (way === 'leave') await second.delete('/api/family/membership')
      else await second.post('/api/own-data/delete-account', { password: PASSWORD })
      expect([(await follow(theirs)).status, (await follow(own)).status]).toEqual([404, 200])
      expect((await follow(theirs, '/cancel-request')).status).toBe(404)
      // A mail about it that is sent only now has none either.
      const now = app.services.clock.now()
      expect(await createGuestLink(app.services.db, theirs.id, now)).toBeNull()
      expect(await createGuestLink(app.services.db, own.id, now)).not.toBeNull()
    },
  )

  it('ends the invitations they had sent, and is recorded', async () => {
    const { dana, kemi, first, second } = await aSharedFamily()
    await invitationTo(app, second, `al.${kemi.id}@example.com`)
    await invitationTo(app, first, `bo.${dana.id}@example.com`)
    await first.delete(`/api/family/adults/${kemi.id}`)
    expect(
      await rows(
        app.services.db,
        sql`select invited_by, ended_at is null as open from family_invitations where parent_id = ${dana.id} order by open`,
      ),
    ).toEqual([
      { invited_by: kemi.id, open: false },
      { invited_by: dana.id, open: true },
    ])
    expect(
      await rows(
        app.services.db,
        sql`select actor_id, table_name, detail from audit_log
          where action = 'family.remove-adult' and row_id = ${kemi.id}`,
      ),
    ).toEqual([{ actor_id: dana.id, table_name: 'profiles', detail: { parent_id: dana.id } }])
  })

  it('leaves the seats they waited for to the first adult', async () => {
    const { dana, kemi, first } = await aSharedFamily()
    await execute(
      app.services.db,
      sql`insert into seat_watches (parent_id, month_id, day, created_at, asked_by)
        values (${dana.id}, ${december.id}, 11, now(), ${kemi.id})`,
    )
    await first.delete(`/api/family/adults/${kemi.id}`)
    expect(
      await rows(app.services.db, sql`select asked_by from seat_watches where parent_id = ${dana.id}`),
    ).toEqual([{ asked_by: null }])
  })
})
