import { addDays } from '@aftercare/domain/lib/days'
import type { ProgramForm } from '@aftercare/domain/program/program-details'
import type { StatementDetails } from '@aftercare/domain/statement/statement-details'
import { createPasswordHasher } from '../src/auth/passwords'
import { storeFeed } from '../src/auth/store-feed'
import type { Tx } from '../src/db/client'
import { execute, sql } from '../src/db/sql'
import type { Tables } from '../src/db/tables'
import { insertInto } from '../src/db/write'
import type { Services } from '../src/http/context'
import { demoActivity } from './demo-activity'
import { editAfterBilling } from './demo-billing'
import { leaveOutPhone, markAfternoons, namePickupPeople, reportComingAbsence } from './demo-board'
import { addCancellations } from './demo-cancellations'
import { cancelComingDay } from './demo-cancelled-day'
import { demoDropIns, demoKnownGuests } from './demo-drop-ins'
import { aProfile, DEMO_ACCOUNTS, DEMO_PASSWORD, demoFamilies } from './demo-families'
import { writeToActiveFamilies, writeToFamilies } from './demo-family-messages'
import { demoGuestsBefore } from './demo-guests'
import { importFamilies } from './demo-imported'
import { demoMonths } from './demo-months'
import { movePayments } from './demo-moved-payments'
import { importLastMonth } from './demo-payment-import'
import { billAndPay } from './demo-payments'
import { demoRequests } from './demo-requests'
import { limitComingMonth } from './demo-seats'
import { demoRegistrations } from './demo-submissions'
import { createRng } from './rng'

const SEED = 20_260_915

const DEMO_PROVIDER: StatementDetails = {
  legal_name: 'Hillside Preschool Association, Inc.',
  address: '12 Elm Street\nSpringfield, NY 10001',
  tax_number: '12-3456789',
}

/**
 * Seeds an empty database with a realistic programme around the clock's today: the same people every time, fees by the
 * real rules, and no emails.
 */
export async function seedDemo(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'encryptor'>,
): Promise<void> {
  const { db, clock, config } = services
  const rng = createRng(SEED)
  const today = clock.today()
  const calendar = demoMonths(rng, today)
  const admins = [DEMO_ACCOUNTS.admin, DEMO_ACCOUNTS.secondAdmin].map((person) =>
    aProfile(rng, today, person),
  )
  const families = demoFamilies(rng, today)
  namePickupPeople(families)
  const newcomer = aProfile(rng, today, { ...DEMO_ACCOUNTS.newParent, phone: null })
  const registered = demoRegistrations(rng, families, calendar, today)
  const dropIns = demoDropIns(rng, families, calendar, { now: clock.now(), today })
  const paid = billAndPay(rng, [...registered, ...dropIns], calendar, today, admins)
  const guestsBefore = demoGuestsBefore(rng, calendar, today)
  const submissions = addCancellations(
    [...editAfterBilling(paid, calendar, today), ...guestsBefore],
    calendar,
    DEMO_ACCOUNTS.admin.full_name,
    { now: clock.now(), today },
  )
  const activity = demoActivity(
    { months: calendar, submissions, payments: paid.payments, admins },
    { now: clock.now(), today },
  )
  const imported = importLastMonth(rng, paid.payments, today, admins[0] ?? newcomer)
  // Last, so that everybody else stays who they were.
  const kemi = aProfile(rng, today, { ...DEMO_ACCOUNTS.secondAdult, phone: '(555) 010-5678' })
  const knownGuests = demoKnownGuests(rng, families, submissions, calendar, { now: clock.now(), today })
  const aide = aProfile(rng, today, DEMO_ACCOUNTS.attendance)
  const requests = demoRequests(rng, families, [...submissions, ...knownGuests], calendar, {
    now: clock.now(),
    today,
  })
  const parents = [...families.map(({ parent }) => parent), newcomer, kemi]
  const password_hash = await createPasswordHasher().hash(DEMO_PASSWORD)

  await db.transaction(async (tx) => {
    const people = [...admins, aide, ...parents]
    await insertAll(
      tx,
      'accounts',
      people.map(({ id, email, full_name, created_at }) => ({
        id,
        email,
        password_hash,
        metadata: { full_name },
        email_verified_at: created_at,
        created_at,
        updated_at: created_at,
      })),
    )
    await insertAll(tx, 'profiles', people)
    await insertAll(tx, 'user_roles', [
      ...admins.map(({ id }) => ({ user_id: id, role: 'admin' as const })),
      { user_id: aide.id, role: 'attendance' as const },
      ...parents.map(({ id }) => ({ user_id: id, role: 'parent' as const })),
    ])
    const [okafors] = families
    if (okafors) {
      const { id: parent_id } = okafors.parent
      const joined_at = `${addDays(today, -40)}T18:05:00Z`
      await insertAll(tx, 'family_members', [{ member_id: kemi.id, parent_id, joined_at }])
    }
    await insertAll(
      tx,
      'admin_email_preferences',
      admins.map(({ id }) => ({ user_id: id })),
    )
    await insertAll(
      tx,
      'children',
      families.flatMap((family) => family.children),
    )
    await insertAll(
      tx,
      'months',
      calendar.map(({ monthIndex: _, ...month }) => month),
    )
    await insertAll(tx, 'submissions', [...submissions, ...knownGuests, ...requests])
    await insertAll(tx, 'payment_imports', imported.imports)
    await insertAll(tx, 'payments', imported.payments)
    await insertAll(tx, 'settings', [
      { key: 'statement_details', value: DEMO_PROVIDER, updated_at: clock.now().toISOString() },
      { key: 'program', value: demoProgram(config), updated_at: clock.now().toISOString() },
    ])
    await insertAll(tx, 'audit_log', activity)
    for (const { parent } of families.slice(0, 1)) await storeFeed(tx, services, parent.id)
    await execute(
      tx,
      sql`update accounts set email_verified_at = null, email_set_by_staff_at = ${clock.now().toISOString()}
        where id = ${families.at(-1)?.parent.id ?? null}`,
    )
    await limitComingMonth(tx, calendar, newcomer.id, { now: clock.now(), today })
    if (admins[1]) await writeToFamilies(tx, admins[1].id, { now: clock.now(), today })
    if (admins[0]) await cancelComingDay(tx, admins[0], { clock })
    if (admins[0]) await movePayments(tx, admins[0], { clock })
    if (admins[0]) await importFamilies(tx, services, admins[0])
    const published = calendar.findLast(({ is_active }) => is_active)
    if (admins[0] && published) await writeToActiveFamilies(tx, admins[0].id, published, services)
    await leaveOutPhone(tx, today)
    const afternoon = { now: clock.now(), today, timeZone: config.program.timeZone }
    await markAfternoons(tx, afternoon)
    if (okafors) await reportComingAbsence(tx, okafors.parent.id, afternoon)
  })
}

/** As the environment has it, and with a phone. */
const demoProgram = ({ program }: Services['config']): ProgramForm => ({
  name: program.name,
  contact_email: program.contactEmail,
  contact_phone: '(555) 010-0100',
  time_zone: program.timeZone,
})

/** A statement takes at most 65,535 parameters, so long lists are inserted in batches. */
const BATCH_SIZE = 500

async function insertAll<T extends keyof Tables>(tx: Tx, table: T, rows: readonly Partial<Tables[T]>[]) {
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    await execute(tx, insertInto(table, rows.slice(start, start + BATCH_SIZE)))
  }
}
