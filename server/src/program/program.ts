import { z } from '@hono/zod-openapi'
import type { Clock } from '../clock'
import type { Config } from '../config'

/** What the browser needs to know about the programme before its first screen. */
export const programRow = z.object({
  name: z.string(),
  time_zone: z.string(),
  contact_email: z.string(),
  contact_phone: z.string().nullable(),
  /** The path of the picture; null for the built-in logo. */
  logo: z.string().nullable(),
  /** The server's time, so that a phone with a wrong clock still shows the programme's today. */
  now: z.string(),
  /** True if the clock was set with NOW: a banner says so. */
  is_clock_set: z.boolean(),
  /** False if mails are only written to the local outbox folder. */
  sends_mail: z.boolean(),
})
export type Program = z.infer<typeof programRow>

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
