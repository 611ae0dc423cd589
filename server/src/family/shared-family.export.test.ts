import { describe, expect, it } from 'vitest'
import { startWithFamilies } from '../../testing/shared-family'
import type { TestClient } from '../../testing/test-app'

const { make, december, admin, aSharedFamily } = await startWithFamilies()

describe('the data export', () => {
  it("has the family's records for each adult, and of the others only name and email", async () => {
    const { dana, kemi, child, first, second } = await aSharedFamily()
    await make.aRegistration(child, december)
    await make.aPayment(dana, admin, { notes: 'Cash' })
    await first.post('/api/calendar-feed', {})
    const file = (await second.get('/api/own-data')).body
    expect(file.children).toMatchObject([{ name: 'Amara' }])
    expect([file.submissions.length, file.payments.length]).toEqual([1, 1])
    expect(file.other_adults).toEqual([{ name: 'Dana Okafor', email: dana.email }])
    expect([file.account, file.profile]).toMatchObject([[{ id: kemi.id }], [{ id: kemi.id }]])
    expect([file.calendar_feed, file.signed_in.length]).toEqual([[], 1])
    expect(file.shared_family).toMatchObject([{ joined_at: expect.any(String) }])
    expect((await first.get('/api/own-data')).body.other_adults).toEqual([
      { name: 'Kemi Okafor', email: kemi.email },
    ])
  })
})

describe('the data export of a family', () => {
  it("has nobody else's phone number, also not of somebody who left", async () => {
    const { dana, kemi, first, second } = await aSharedFamily()
    const claim = async (guest_parent_email: string, guest_parent_phone: string) => {
      const { id } = await make.aGuestRegistration(december, { guest_parent_email, guest_parent_phone })
      const body = { child: { name: `Child of ${guest_parent_email}` } }
      expect((await first.post(`/api/guest-claims/${id}`, body)).status).toBe(200)
    }
    await claim(kemi.email, '555-0999')
    await claim(dana.email, '555-0888')
    const phones = async (client: TestClient) =>
      (await client.get('/api/own-data')).body.submissions
        .map(({ guest_parent_phone }: { guest_parent_phone: string | null }) => guest_parent_phone)
        .sort()
    expect(await phones(first)).toEqual(['555-0888', null])
    expect(await phones(second)).toEqual(['555-0999', null])
    await first.delete(`/api/family/adults/${kemi.id}`)
    expect(await phones(first)).toEqual(['555-0888', null])
  })
})
