import type { Clock } from '../clock'
import type { Config } from '../config'

/** What the browser needs to know about the programme before its first screen. */
export type Program = {
  name: string
  time_zone: string
  contact_email: string
  contact_phone: string | null
  /** The path of the picture; null for the built-in logo. */
  logo: string | null
  /** The server's time, so that a phone with a wrong clock still shows the programme's today. */
  now: string
  /** True if the clock was set with NOW: a banner says so. */
  is_clock_set: boolean
  /** False if mails are only written to the local outbox folder. */
  sends_mail: boolean
}

export const logoPath = (logoId: string): string => `/api/program/logo/${logoId}`

export const describeProgram = ({ program, now, smtpUrl }: Config, clock: Clock): Program => ({
  name: program.name,
  time_zone: program.timeZone,
  contact_email: program.contactEmail,
  contact_phone: program.contactPhone,
  logo: program.logoId && logoPath(program.logoId),
  now: clock.now().toISOString(),
  is_clock_set: now !== undefined,
  sends_mail: smtpUrl !== undefined,
})
