import type { Clock } from '../clock'
import type { Config } from '../config'

/** What the browser must know of the programme before its first screen. */
export type Program = {
  name: string
  time_zone: string
  contact_email: string
  /** The server's time, so that a phone with a wrong clock still shows the programme's today. */
  now: string
  /** True when the clock was set by hand: a banner says so. */
  is_clock_set: boolean
  /** False when mails only reach the local outbox folder, as on a first look. */
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
