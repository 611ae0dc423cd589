import { pluralize } from '../lib/pluralize'
import type { MonthIdentity } from '../months/months'
import { familyCountLabel } from './family-messages'

/** Whom staff write to apart from the families of a day. */
export const AUDIENCES = ['active', 'month', 'owe'] as const
export type Audience = (typeof AUDIENCES)[number]

export const MONTH_REQUIRED = 'Please choose a month'

/** More names are counted. */
export const MAX_NAMES = 500

/** "14 families with a registration for December 2026". The month is known if they are those of a month. */
export function audienceLabel(audience: Audience, families: number, month: string | null): string {
  if (audience === 'active') return pluralize(families, 'active family', 'active families')
  const label = familyCountLabel(families)
  if (audience === 'owe') return `${label} who ${families === 1 ? 'owes' : 'owe'}`
  return `${label} with a registration for ${month ?? 'a month'}`
}

export function nobodyToEmail(audience: Audience, month: string | null): string {
  const none = {
    active: 'There are no active families',
    month: `No family has a registration for ${month ?? 'this month'}`,
    owe: 'No family owes anything',
  }[audience]
  return `${none}, so there is no one to email.`
}

/** What is proposed once a month was published. */
export const openMonthSubject = ({ month_name }: Pick<MonthIdentity, 'month_name'>): string =>
  `${month_name} is open for registration`
