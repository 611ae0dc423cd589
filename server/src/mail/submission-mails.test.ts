import { beforeEach, describe, expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { emptyTables } from '../../testing/databases'
import { recordingLog } from '../../testing/mail-samples'
import { composeDueEvents } from '../../testing/mails'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { insertInto } from '../db/write'
import { queueEvents } from '../mail-events/queue-events'
import { submissionFacts } from '../mail-events/submission-facts'

const app = await testApp({ env: { PUBLIC_URL: 'https://aftercare.example.org' } })

beforeEach(async () => {
  await emptyTables(
    app.services.pool,
    'outbox, submissions, children, months, site_content, user_roles, profiles, accounts',
  )
})

/** The registrations or drop-ins were sent: one event for each family or guest, composed later. */
async function queue(ids: string[]) {
  const submissions = await storedRows(app.services.db, 'submissions', sql`where id = any(${ids}::uuid[])`)
  const months = await storedRows(app.services.db, 'months')
  const facts = submissions.map((submission) =>
    submissionFacts(submission, months.find(({ id }) => id === submission.month_id) ?? null),
  )
  const events = submissions.map(({ id, parent_id }, n) => ({
    event: { kind: 'submitted' as const, submissions: facts.slice(n, n + 1) },
    submissionId: id,
    familyId: parent_id,
  }))
  await queueEvents(app.services.db, events, app.services)
}

async function submit(ids: string[], log = recordingLog()) {
  await queue(ids)
  await composeDueEvents({ ...app.services, log })
  return log
}

const queued = () => storedRows(app.services.db, 'outbox', sql`order by to_email, template`)
const listed = async () => (await queued()).map(({ to_email, template }) => `${template} to ${to_email}`)

async function aFamily() {
  const make = buildersFor(app.services.db)
  const parent = await make.aParent({ email: 'dana@example.com', full_name: 'Dana Okafor' })
  const child = await make.aChild(parent, { name: 'Amara Okafor', allergies: 'Peanuts' })
  const month = await make.aMonth()
  return { make, parent, child, month }
}

describe('a monthly registration', () => {
  test('is confirmed to the parent, with a notification and a copy to admins', async () => {
    const { make, child, month } = await aFamily()
    await make.anAdmin({ email: 'rosa@example.com' })
    const { id } = await make.aRegistration(child, month, { selected_days: [1, 3], total_fee_cents: 4000 })
    await submit([id])
    expect(await listed()).toEqual([
      'monthly-parent to dana@example.com',
      'monthly-admin to rosa@example.com',
      'monthly-parent to rosa@example.com',
    ])
    const [confirmation] = await queued()
    expect(confirmation).toMatchObject({
      subject: 'Aftercare registration for Amara Okafor: December 2026',
      to_name: 'Dana Okafor',
      submission_id: id,
      state: 'queued',
      is_secret: false,
    })
    expect(confirmation?.text).toContain('2 days: Tue 1, Thu 3')
    expect(confirmation?.text).toContain('Total Fee: $40.00')
  })

  test.each([
    ['None', 'Peanuts', 'Peanuts'],
    [' n/a ', null, 'None'],
    ['Dairy', 'no', 'Dairy'],
  ])(
    'names the allergy to admins: the child has %j, the submission %j',
    async (ofChild, ofSubmission, shown) => {
      const { make, parent, month } = await aFamily()
      await make.anAdmin({ email: 'rosa@example.com' })
      const child = await make.aChild(parent, { name: 'Ines Okafor', allergies: ofChild })
      const { id } = await make.aRegistration(child, month, { guest_child_allergies: ofSubmission })
      await submit([id])
      const mail = (await queued()).find(({ template }) => template === 'monthly-admin')
      expect(mail?.text).toContain(`Allergies: ${shown}`)
    },
  )

  test('is copied with a note that it is a copy, and who got the original', async () => {
    const { make, child, month } = await aFamily()
    await make.anAdmin({ email: 'rosa@example.com' })
    const { id } = await make.aRegistration(child, month)
    await submit([id])
    const [original, notice, copy] = await queued()
    const words = 'This is a copy for staff. The original went to Dana Okafor (dana@example.com).'
    expect(copy).toMatchObject({ template: 'monthly-parent', subject: original?.subject })
    expect(copy?.content?.intro).toEqual([words, ...(original?.content?.intro ?? [])])
    expect(copy?.text).toContain(words)
    for (const other of [original, notice]) {
      expect(other?.text).not.toContain('copy for staff')
      expect(JSON.stringify(other?.content)).not.toContain('copy for staff')
    }
  })

  test('of a guest is copied with the same note, or with one that nothing could be sent', async () => {
    const { make, month } = await aFamily()
    await make.anAdmin({ email: 'rosa@example.com' })
    const guest = { guest_parent_name: '', guest_parent_email: 'grace@example.com' }
    const reached = await make.aGuestRegistration(month, guest)
    const unreached = await make.aGuestRegistration(month, { ...guest, guest_parent_email: 'grace at home' })
    await submit([reached.id, unreached.id])
    const copies = (await queued()).filter(
      ({ template, to_email }) => template === 'monthly-parent' && to_email === 'rosa@example.com',
    )
    const introOf = (id: string) => copies.find((copy) => copy.submission_id === id)?.content?.intro[0]
    expect(introOf(reached.id)).toBe('This is a copy for staff. The original went to grace@example.com.')
    expect(introOf(unreached.id)).toBe(
      'This is a copy for staff. The original was not sent: the family has no usable email address.',
    )
  })

  test('of several children sends one confirmation per child', async () => {
    const { make, parent, child, month } = await aFamily()
    const sister = await make.aChild(parent, { name: 'Zuri Okafor' })
    const rows = [await make.aRegistration(child, month), await make.aRegistration(sister, month)]
    await submit(rows.map(({ id }) => id))
    const subjects = (await queued()).map(({ subject }) => subject).sort()
    expect(subjects).toEqual([
      'Aftercare registration for Amara Okafor: December 2026',
      'Aftercare registration for Zuri Okafor: December 2026',
    ])
  })

  test('queued twice creates each email once', async () => {
    const { make, child, month } = await aFamily()
    await make.anAdmin()
    const { id } = await make.aRegistration(child, month)
    await submit([id])
    await submit([id])
    expect(await queued()).toHaveLength(3)
  })

  test('uses the text that staff saved', async () => {
    const { make, child, month } = await aFamily()
    const subject = '{{month}} / {{childName}} / {{parentName}} / {{totalFee}}'
    const content = { 'monthly-parent': { subject, preheader: 'See you' } }
    const section = { section_name: 'email_templates', title: 'Email Templates', content }
    await execute(app.services.db, insertInto('site_content', [section]))
    const { id } = await make.aRegistration(child, month)
    await submit([id])
    const [mail] = await queued()
    expect(mail?.subject).toBe('December 2026 / Amara Okafor / Dana Okafor / $60.00')
    expect(mail?.content?.preheader).toBe('See you')
  })

  test('of a parent without a name uses the email as the name', async () => {
    const { make, month } = await aFamily()
    const nameless = await make.aParent({ email: 'nell@example.com', full_name: '' })
    const child = await make.aChild(nameless, { name: 'Ned' })
    await make.anAdmin({ email: 'rosa@example.com' })
    const { id } = await make.aRegistration(child, month)
    await submit([id])
    const mails = await queued()
    const textOf = (template: string) => mails.find((mail) => mail.template === template)?.text
    expect(textOf('monthly-parent')).toContain('Hello nell@example.com,')
    expect(textOf('monthly-admin')).toContain('nell@example.com registered Ned for December 2026.')
  })

  test('of a guest is confirmed to the guest', async () => {
    const { make, month } = await aFamily()
    const { id } = await make.aGuestRegistration(month)
    await submit([id])
    expect(await listed()).toEqual(['monthly-parent to grace@example.com'])
  })
})

describe('a drop-in', () => {
  test('names its date in long form and its fee', async () => {
    const { make } = await aFamily()
    const { id } = await make.aDropIn('2026-11-20', { total_fee_cents: 2500 })
    await submit([id])
    const [mail] = await queued()
    expect(mail?.template).toBe('dropin-parent')
    expect(mail?.text).toContain('Date: Friday, November 20, 2026')
    expect(mail?.text).toContain('Fee: $25.00')
  })
})

describe("admins' preferences", () => {
  const off = {
    monthly_submission_parent: false,
    monthly_submission_admin: false,
    dropin_submission_parent: false,
    dropin_submission_admin: false,
  }
  test.each([
    ['monthly_submission_admin', ['monthly-admin to rosa@example.com']],
    ['monthly_submission_parent', ['monthly-parent to rosa@example.com']],
    ['dropin_submission_admin', ['dropin-admin to rosa@example.com']],
    ['dropin_submission_parent', ['dropin-parent to rosa@example.com']],
  ])('with only %s on, send an admin just that email', async (preference, expected) => {
    const { make, child, month } = await aFamily()
    const rosa = await make.anAdmin({ email: 'rosa@example.com' })
    await execute(
      app.services.db,
      insertInto('admin_email_preferences', [{ user_id: rosa.id, ...off, [preference]: true }]),
    )
    await submit([(await make.aRegistration(child, month)).id, (await make.aDropIn('2026-11-20')).id])
    expect((await listed()).filter((line) => line.endsWith('rosa@example.com'))).toEqual(expected)
  })

  test('all off do not stop the confirmation to the family', async () => {
    const { make, child, month } = await aFamily()
    const rosa = await make.anAdmin()
    await execute(app.services.db, insertInto('admin_email_preferences', [{ user_id: rosa.id, ...off }]))
    await submit([(await make.aRegistration(child, month)).id])
    expect(await listed()).toEqual(['monthly-parent to dana@example.com'])
  })

  test('do not matter for disabled and suspended admins, who get nothing', async () => {
    const { make, child, month } = await aFamily()
    const gone = await make.anAdmin()
    await execute(
      app.services.db,
      sql`update accounts set disabled_at = '2026-11-01T00:00:00Z' where id = ${gone.id}`,
    )
    await make.anAdmin({ status: 'suspended' })
    await submit([(await make.aRegistration(child, month)).id])
    expect(await listed()).toEqual(['monthly-parent to dana@example.com'])
  })
})

describe('an email that cannot be queued', () => {
  test('for lack of a usable address never fails the submission, and the other emails are queued', async () => {
    const { make, month } = await aFamily()
    await make.anAdmin({ email: 'rosa@example.com' })
    const { id } = await make.aGuestRegistration(month, {
      guest_parent_email: 'a@example.com\r\nBcc: victim@example.com',
    })
    const log = await submit([id])
    expect(await listed()).toEqual([
      'monthly-admin to rosa@example.com',
      'monthly-parent to rosa@example.com',
    ])
    expect(log.lines.join()).toContain('no usable address')
  })
})
