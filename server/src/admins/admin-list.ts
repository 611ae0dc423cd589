import { STAFF_ROLE_LABELS } from '@aftercare/domain/lib/enums'
import type { Queryable } from '../db/client'
import { listAdmins } from './admins.queries'

const MAX_LISTED = 200

/** The admins and how they sign in, one line each, for the operator. */
export async function formatAdminList(db: Queryable, max = MAX_LISTED): Promise<string> {
  const { rows, total } = await listAdmins(db, { page: 1, size: max })
  const lines = rows.map(
    ({ email, full_name, role, has_password, has_two_factor, has_unconfirmed_email }) => {
      const state = !has_password ? 'no password yet' : has_two_factor ? 'two-step sign-in' : 'password only'
      const note = has_unconfirmed_email ? ', email not confirmed' : ''
      return `${email}  ${full_name}, ${STAFF_ROLE_LABELS[role]}, ${state}${note}`
    },
  )
  if (total > rows.length) lines.push(`and ${total - rows.length} more`)
  return lines.join('\n') || 'There are no admins yet. Create one: npm run admin -- create EMAIL'
}
