import { ATTENDANCE_TOPICS } from '@aftercare/domain/auth/access'
import { PUBLIC_SECTIONS, staffRoleOf } from '@aftercare/domain/lib/enums'
import type { LiveTopic } from '@aftercare/domain/live/live-topics'
import type { Viewer } from '../auth/viewer'
import type { Change } from './change'

/** Changes to roles, status, sessions or the family, after which the stream's access is checked again. */
export const concernsAccount = (change: Change, { account }: Viewer) =>
  account !== null &&
  ((change.table === 'profiles' && (change.id === account.id || change.id === account.familyId)) ||
    change.member_id === account.id ||
    (change.table === 'user_roles' && change.user_id === account.id) ||
    (change.account_id === account.id &&
      (change.table === 'two_factor' || (change.table === 'sessions' && change.type === 'DELETE'))) ||
    (topicOf(change) === 'two_factor_required' && staffRoleOf(account.roles) !== null))

/** The settings that others than admins may see: `maySee` says who. */
const SETTING_TOPICS = new Map<string | undefined, LiveTopic>([
  ['drop_in_approval', 'drop_in_approval'],
  ['drop_in_prices', 'drop_in_prices'],
  ['family_balances', 'family_balances'],
  ['guest_confirmation', 'guest_confirmation'],
  ['pickup_times', 'pickup_times'],
  ['program', 'program'],
  ['program_logo', 'program'],
  ['statement_details', 'statement_details'],
  ['two_factor_required', 'two_factor_required'],
])

export const topicOf = ({ table, key }: Change): LiveTopic =>
  table === 'settings' ? (SETTING_TOPICS.get(key) ?? table) : table

export const isPublicSection = (name: string | undefined) =>
  PUBLIC_SECTIONS.some((section) => section === name)

export function maySee(change: Change, { account, roles }: Viewer): boolean {
  const isAdmin = roles.includes('admin')
  const isOwn = account !== null && (change.account_id === account.id || change.user_id === account.id)
  if (change.table === 'sessions') return isOwn || (isAdmin && change.is_staff === true)
  if (topicOf(change) === 'two_factor_required')
    return account !== null && staffRoleOf(account.roles) !== null
  if (isForEverybody(change)) return true
  if (isForEveryAccount(change)) return account !== null
  if (isOwn && change.table === 'two_factor') return true
  // A page follows a changed role at once; without one, the next request says so.
  if (isOwn && change.table === 'user_roles' && change.type === 'UPDATE') return true
  if (isAdmin || (roles.includes('attendance') && ATTENDANCE_TOPICS.includes(topicOf(change)))) return true
  // Mails and drafts of months are for staff only.
  if (!account || ['outbox', 'months', 'month_seats'].includes(change.table)) return false
  // Somebody who left the family has to know.
  if (change.member_id === account.id) return true
  const isPerson = change.table === 'profiles' || change.table === 'accounts'
  if (isPerson && (change.id === account.id || change.id === account.familyId)) return true
  return change.parent_id === account.familyId
}

/** The settings that every family is shown. */
export const isForEveryAccount = (change: Change): boolean =>
  ['family_balances', 'statement_details'].includes(topicOf(change))

/** Otherwise only staff and those whose id is in it may see it. */
export const isForEverybody = (change: Change): boolean =>
  ['drop_in_approval', 'drop_in_prices', 'guest_confirmation', 'pickup_times', 'program'].includes(
    topicOf(change),
  ) ||
  (change.table === 'site_content' && isPublicSection(change.section_name)) ||
  ((change.table === 'months' || change.table === 'month_seats') && change.is_public === true)
