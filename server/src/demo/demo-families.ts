import { addDays, type Day } from '@aftercare/domain/lib/days'
import type { ChildRow, ProfileRow } from '../db/tables'
import type { Chance } from './chance'
import { ALLERGIES, CHILD_NAMES, CHILD_NOTES, FIRST_NAMES, GRADES, SURNAMES } from './demo-names'

type Profile = ProfileRow
type Child = ChildRow
export type Family = { parent: Profile; children: Child[] }

export const DEMO_PASSWORD = 'aftercare-demo'

export const DEMO_ACCOUNTS = {
  admin: { email: 'admin@example.com', full_name: 'Rosa Medina' },
  secondAdmin: { email: 'staff@example.com', full_name: 'Theo Lindqvist' },
  parent: { email: 'dana.okafor@example.com', full_name: 'Dana Okafor' },
  newParent: { email: 'new.parent@example.com', full_name: 'Robin Castellano' },
  suspendedParent: { email: 'sam.ellery@example.com', full_name: 'Sam Ellery' },
} as const

export function aProfile(
  chance: Chance,
  today: Day,
  person: { email: string; full_name: string; phone?: string | null; status?: Profile['status'] },
): Profile {
  const created_at = `${addDays(today, -chance.between(150, 400))}T${chance.between(12, 22)}:15:00Z`
  return {
    id: chance.uuid(),
    phone: `(555) 010-${chance.between(1000, 9999)}`,
    status: 'active',
    ...person,
    created_at,
    updated_at: created_at,
    version: 1,
  }
}

function aChild(chance: Chance, parent: Profile, name: string, more: Partial<Child> = {}): Child {
  return {
    id: chance.uuid(),
    parent_id: parent.id,
    name,
    allergies: chance.happens(0.25) ? chance.pick(ALLERGIES) : chance.happens(0.1) ? 'None' : null,
    grade: chance.pick(GRADES),
    notes: chance.happens(0.2) ? chance.pick(CHILD_NOTES) : null,
    pickup_people: [],
    deleted_at: null,
    version: 1,
    ...more,
    created_at: parent.created_at,
    updated_at: parent.created_at,
  }
}

/** Forty families; the first is the one to sign in as. */
export function demoFamilies(chance: Chance, today: Day): Family[] {
  const dana = aProfile(chance, today, { ...DEMO_ACCOUNTS.parent, phone: '(555) 010-1234' })
  const okafor: Family = {
    parent: dana,
    children: [
      aChild(chance, dana, 'Amara Okafor', { allergies: 'Peanuts (EpiPen in backpack)', notes: null }),
      aChild(chance, dana, 'Noah Okafor', { allergies: null, notes: 'Picked up by grandmother on Tuesdays' }),
    ],
  }
  const others = SURNAMES.map((surname, index): Family => {
    const first = FIRST_NAMES[index] ?? 'Alex'
    const email = `${first}.${surname}@example.com`.toLowerCase()
    const status = email === DEMO_ACCOUNTS.suspendedParent.email ? 'suspended' : 'active'
    const parent = aProfile(chance, today, {
      full_name: `${first} ${surname}`,
      email,
      status: index === SURNAMES.length - 1 ? 'inactive' : status,
    })
    const count = chance.pick([1, 1, 2, 2, 2, 3])
    const names = chance.sample(CHILD_NAMES, count)
    return { parent, children: names.map((name) => aChild(chance, parent, `${name} ${surname}`)) }
  })
  return [okafor, ...others]
}
