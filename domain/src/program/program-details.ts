import { MAX_LENGTH } from '../lib/field-lengths'
import { emailRule, type Rule, singleLineRule } from '../lib/field-rules'
import { formatTimeInZone } from '../lib/time-of-day'

/** What staff enter about the programme itself. */
export type ProgramForm = {
  name: string
  contact_email: string
  contact_phone: string | null
  time_zone: string
}

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const NAME_REQUIRED = 'Please enter the name of your program'

/** Offsets such as +05:00 are left out: they know no clock changes, and PostgreSQL reads them the other way round. */
const timeZoneRule: Rule = (zone) =>
  /^[A-Za-z]/.test(zone) && isTimeZone(zone) ? undefined : 'Please choose a time zone'

export const PROGRAM_RULES = {
  name: { ...singleLineRule(MAX_LENGTH.programName, NAME_REQUIRED), unreadable: NAME_REQUIRED },
  contact_email: emailRule('Please enter the email address that families write to'),
  contact_phone: singleLineRule(MAX_LENGTH.phone),
  time_zone: timeZoneRule,
}

/** "US/Eastern" and "America/New_York" are one zone; stored by one name, it is found in the list. */
export const canonicalTimeZone = (zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone

/** Most programmes are in one of these. */
export const COMMON_TIME_ZONES: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern Time',
  'America/Chicago': 'Central Time',
  'America/Denver': 'Mountain Time',
  'America/Phoenix': 'Mountain Standard Time',
  'America/Los_Angeles': 'Pacific Time',
  'America/Anchorage': 'Alaska Time',
  'Pacific/Honolulu': 'Hawaii Time',
}

/** "New York (Eastern Time)", "Berlin (Europe)": begins with the city, which is found by typing. */
export function timeZoneLabel(zone: string): string {
  const [city = zone, ...region] = zone.replaceAll('_', ' ').split('/').reverse()
  const where = COMMON_TIME_ZONES[zone] ?? region.join(', ')
  return where ? `${city} (${where})` : city
}

/** What a new time zone moves, as sentences for the question before it is saved. */
export function timeZoneEffects(from: string, to: string, now: Date): string[] {
  const [before, after] = [formatTimeInZone(now, from), formatTimeInZone(now, to)]
  const clock =
    before === after
      ? `Both clocks show ${after} now, but they may change on other days of the year.`
      : `It is ${after} there now, not ${before}.`
  return [
    clock,
    '"Today" begins and ends by the new clock, and so do pick-up times, drop-in deadlines, days in family calendars, the noon attendance email and the nightly backup.',
    'Times already recorded, such as arrivals, stay the same moments and are shown on the new clock. Booked days, prices and payments stay as they are.',
  ]
}
