import { describe, expect, it } from 'vitest'
import { startWithFamilies } from '../../testing/shared-family'
import { execute, sql } from '../db/sql'

const { app, make, december, admin, aSharedFamily } = await startWithFamilies()

describe('somebody who joined', () => {
  it('sees what the first adult sees', async () => {
    const { dana, kemi, child, first, second } = await aSharedFamily()
    const registration = await make.aRegistration(child, december, { selected_days: [9, 10] })
    await make.aPayment(dana, admin)
    for (const path of [
      '/api/children',
      '/api/submissions',
      '/api/submissions/registered',
      `/api/submissions/${registration.id}`,
      '/api/statement',
      '/api/today',
      '/api/seat-watches',
      '/api/guest-claims',
    ])
      expect((await second.get(path)).body, path).toEqual((await first.get(path)).body)
    const { profile, ...dashboard } = (await second.get('/api/dashboard')).body
    const { profile: theirs, ...expected } = (await first.get('/api/dashboard')).body
    expect(dashboard).toEqual(expected)
    expect([profile.id, theirs.id]).toEqual([kemi.id, dana.id])
  })

  it('may do the same: children, registrations, edits, absences, seat watches, drop-ins', async () => {
    const { dana, child, register, second } = await aSharedFamily()
    const added = await second.post('/api/children', { name: 'Ife' })
    expect([added.status, added.body.parent_id]).toEqual([200, dana.id])
    const changed = await second.patch(`/api/children/${added.body.id}`, { name: 'Ifeoma', version: 1 })
    expect(changed.status).toBe(200)
    const registered = await register(second)
    expect([registered.status, registered.body.rows[0].parent_id]).toEqual([200, dana.id])
    const { id } = registered.body.rows[0]
    const edit = { selected_days: [9, 10], agreed: true, version: 1 }
    expect((await second.patch(`/api/submissions/${id}`, edit)).body.edit_history).toMatchObject([
      { adult: 'Kemi Okafor', days_added: [10] },
    ])
    expect((await second.post(`/api/submissions/${id}/cancel-request`, { text: 'Moving' })).status).toBe(200)
    const dropIn = { child_id: child.id, dropin_date: '2026-11-16', agreed: true }
    expect((await second.post('/api/drop-ins', dropIn)).body.parent_id).toBe(dana.id)
    const [today] = (await second.get('/api/today')).body.children
    expect((await second.post(`/api/submissions/${today.submission_id}/not-coming`)).status).toBe(200)
    expect((await second.delete(`/api/children/${added.body.id}`)).status).toBe(200)
  })

  it('keeps name, sessions, profile and calendar link to themselves', async () => {
    const { dana, kemi, child, first, second } = await aSharedFamily()
    expect((await second.get('/api/profile')).body).toMatchObject({ id: kemi.id, phone: '555-0202' })
    await second.patch('/api/profile', { full_name: 'Kemi O.', phone: '555-0303', version: 1 })
    expect((await first.get('/api/profile')).body).toMatchObject({
      full_name: 'Dana Okafor',
      phone: '555-0101',
    })
    expect((await second.get('/api/sessions')).body.total).toBe(1)
    const { url } = (await second.post('/api/calendar-feed', {})).body
    expect((await first.get('/api/calendar-feed')).body.is_on).toBe(false)
    await make.aRegistration(child, december, { selected_days: [9] })
    const feed = async () => (await app.visitor.get(new URL(url).pathname)).body
    expect(await feed()).toContain('Amara')
    expect((await second.get('/api/auth/session')).body.family_id).toBe(dana.id)
    await second.delete('/api/family/membership')
    expect(await feed()).not.toContain('Amara')
    expect((await second.get('/api/auth/session')).body.family_id).toBe(kemi.id)
  })

  it("never sees the other's phone number", async () => {
    const { dana, child, second } = await aSharedFamily()
    await make.aDropIn('2026-11-16', {
      parent_id: dana.id,
      child_id: child.id,
      guest_parent_phone: '555-0101',
    })
    for (const path of ['/api/submissions', '/api/dashboard', '/api/family', '/api/statement', '/api/today'])
      expect(JSON.stringify((await second.get(path)).body), path).not.toContain('555-0101')
    const file = JSON.stringify((await second.get('/api/own-data')).body)
    expect(file).not.toContain('555-0101')
    expect(file).toContain('555-0202')
  })

  it('is offered what any adult sent as a guest with a confirmed address', async () => {
    const { dana, kemi, child, first, second } = await aSharedFamily()
    await make.aGuestRegistration(december, { guest_parent_email: kemi.email, guest_child_name: 'Amara' })
    await make.aGuestRegistration(december, { guest_parent_email: `x${kemi.email}` })
    const [claim, ...more] = (await first.get('/api/guest-claims')).body.rows
    expect(more).toEqual([])
    expect((await first.get('/api/dashboard')).body.guest_claims).toEqual([claim])
    expect((await second.get('/api/dashboard')).body.guest_claims).toEqual([claim])
    await execute(
      app.services.db,
      sql`update accounts set email_set_by_staff_at = now() where id = ${kemi.id}`,
    )
    expect((await first.get('/api/guest-claims')).body.rows).toEqual([])
    expect((await first.get('/api/dashboard')).body.guest_claims).toEqual([])
    await execute(
      app.services.db,
      sql`update accounts set email_set_by_staff_at = null where id = ${kemi.id}`,
    )
    const claimed = await first.post(`/api/guest-claims/${claim.id}`, { child_id: child.id })
    expect([claimed.status, claimed.body.parent_id]).toEqual([200, dana.id])
  })
})

describe('in a family of one', () => {
  it('the edit history names nobody', async () => {
    const { register, first, second } = await aSharedFamily()
    await second.delete('/api/family/membership')
    const { id } = (await register(first)).body.rows[0]
    const edit = { selected_days: [10], agreed: true, version: 1 }
    const [entry] = (await first.patch(`/api/submissions/${id}`, edit)).body.edit_history
    expect(entry).not.toHaveProperty('adult')
  })
})
