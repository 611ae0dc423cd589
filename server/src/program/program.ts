import type { Clock } from '../clock'
import type { Config } from '../config'

/** What the browser needs to know about the programme before its first screen. */
export type Program = {
  name: string
  time_zone: string
  contact_email: string
  /** The server's time, so that a phone with a wrong clock still shows the programme's today. */
  now: string
  /** True if the clock was set with NOW: a banner says so. */
  is_clock_set: boolean
  /** False if mails are only written to the local outbox folder. */
  sends_mail: boolean
}

export const describeProgram = (config: Config, clock: Clock): Program => ({
  name: config.programName,
  time_zone: config.timeZone,
  contact_email: config.contactEmail,
  now: clock.now().toISOString(),
  is_clock_set: config.now !== undefined,
  sends_mail: config.smtpUrl !== undefined,
})
