import type { ImportedFamily } from '@aftercare/domain/imports/family-review'
import { addDays } from '@aftercare/domain/lib/days'
import type { Tx } from '../src/db/client'
import { execute, sql } from '../src/db/sql'
import { createFamilies, insertFamilyImport } from '../src/family-imports/create-families'
import type { Services } from '../src/http/context'

const LINDGREN: ImportedFamily = {
  familyId: null,
  email: 'freja.lindgren@example.com',
  full_name: 'Freja Lindgren',
  phone: '(555) 010-0175',
  children: [{ name: 'Nils Lindgren', allergies: null, notes: null, grade: 'Pre-K 3', pickup_people: [] }],
  adults: [],
}
const SOUSA: ImportedFamily = {
  familyId: null,
  email: 'rui.sousa@example.com',
  full_name: 'Rui Sousa',
  phone: null,
  children: [
    {
      name: 'Clara Sousa',
      allergies: 'Strawberries',
      notes: null,
      grade: 'Kindergarten',
      pickup_people: [{ name: 'Inês Sousa', phone: '(555) 010-0177' }],
    },
  ],
  adults: [{ name: 'Marta Sousa', email: 'marta.sousa@example.com', phone: '(555) 010-0178' }],
}

/** Two families imported last week who have not chosen a password yet: one is invited, the other is not. */
export async function importFamilies(
  tx: Tx,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  admin: { id: string },
): Promise<void> {
  const importedAt = new Date(`${addDays(clock.today(), -5)}T15:10:00Z`)
  const services = { config, clock: { ...clock, now: () => importedAt } }
  const importId = await insertFamilyImport(tx, services, admin.id, {
    file_name: 'fall-families.csv',
    families: 2,
    children: 2,
  })
  const options = { importId, sendInvitations: false }
  await createFamilies(tx, services, { actorId: admin.id }, [LINDGREN, SOUSA], options)
  const invited_at = importedAt.toISOString()
  await execute(tx, sql`update accounts set invited_at = ${invited_at} where email = ${LINDGREN.email}`)
}
