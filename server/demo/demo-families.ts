import { addDays, type Day } from '@aftercare/domain/lib/days'
import type { ChildRow, ProfileRow } from '../src/db/tables'
import { ALLERGIES, CHILD_NAMES, CHILD_NOTES, FIRST_NAMES, GRADES, SURNAMES } from './demo-names'
import type { Rng } from './rng'

type Profile = ProfileRow
type Child = ChildRow
export type Family = { parent: Profile; children: Child[] }

export const DEMO_PASSWORD = 'aftercare-demo'

export const DEMO_ACCOUNTS = {
  admin: { email: 'admin@example.com', full_name: 'Rosa Medina' },
  secondAdmin: { email: 'staff@example.com', full_name: 'Theo Lindqvist' },
  attendance: { email: 'aide@example.com', full_name: 'Aya Sato' },
  parent: { email: 'dana.okafor@example.com', full_name: 'Dana Okafor' },
  secondAdult: { email: 'kemi.okafor@example.com', full_name: 'Kemi Okafor' },
  newParent: { email: 'new.parent@example.com', full_name: 'Robin Castellano' },
  suspendedParent: { email: 'sam.ellery@example.com', full_name: 'Sam Ellery' },
} as const

export function aProfile(
  rng: Rng,
  today: Day,
  person: { email: string; full_name: string; phone?: string | null; status?: Profile['status'] },
): Profile {
  const created_at = `${addDays(today, -rng.between(150, 400))}T${rng.between(12, 22)}:15:00Z`
  return {
    id: rng.uuid(),
    phone: `(555) 010-${rng.between(1000, 9999)}`,
    status: 'active',
    language: null,
    ...person,
    created_at,
    updated_at: created_at,
    version: 1,
  }
}

function aChild(rng: Rng, parent: Profile, name: string, more: Partial<Child> = {}): Child {
  return {
    id: rng.uuid(),
    parent_id: parent.id,
    name,
    allergies: rng.happens(0.25) ? rng.pick(ALLERGIES) : rng.happens(0.1) ? 'None' : null,
    grade: rng.pick(GRADES),
    notes: rng.happens(0.2) ? rng.pick(CHILD_NOTES) : null,
    pickup_people: [],
    must_not_pick_up: [],
    deleted_at: null,
    import_id: null,
    version: 1,
    ...more,
    created_at: parent.created_at,
    updated_at: parent.created_at,
  }
}

/** Forty families; the first is the one with a named account. */
export function demoFamilies(rng: Rng, today: Day): Family[] {
  const dana = aProfile(rng, today, { ...DEMO_ACCOUNTS.parent, phone: '(555) 010-1234' })
  const okafor: Family = {
    parent: dana,
    children: [
      aChild(rng, dana, 'Amara Okafor', {
        allergies: 'Peanuts (EpiPen in backpack)',
        notes: null,
        must_not_pick_up: [{ name: 'Rob Okafor', note: 'Court order on file' }],
      }),
      aChild(rng, dana, 'Noah Okafor', { allergies: null, notes: 'Picked up by grandmother on Tuesdays' }),
    ],
  }
  const others = SURNAMES.map((surname, index): Family => {
    const first = FIRST_NAMES[index] ?? 'Alex'
    const email = `${first}.${surname}@example.com`.toLowerCase()
    const status = email === DEMO_ACCOUNTS.suspendedParent.email ? 'suspended' : 'active'
    const parent = aProfile(rng, today, {
      full_name: `${first} ${surname}`,
      email,
      status: index === SURNAMES.length - 1 ? 'inactive' : status,
    })
    const count = rng.pick([1, 1, 2, 2, 2, 3])
    const names = rng.sample(CHILD_NAMES, count)
    return { parent, children: names.map((name) => aChild(rng, parent, `${name} ${surname}`)) }
  })
  return [okafor, ...others]
}
