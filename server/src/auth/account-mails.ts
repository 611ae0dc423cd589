import type { Language } from '@aftercare/domain/lib/language'
import type { Tx } from '../db/client'
import { execute, sql } from '../db/sql'
import type { Services } from '../http/context'
import { enqueueMail } from '../mail/outbox.queries'
import { type RecoveryDestination, recoveryLink, verificationLink } from './email-links'
import { createToken, HOURS_VALID } from './tokens.queries'

/** A mail is in the account's language; the caller passes the browser's where none was chosen. */
type Person = { id: string; email: string; full_name: string; language?: Language | null }
type Context = Pick<Services, 'config' | 'clock'>

/** `delayMs` keeps the mail in the queue for that long. */
export async function sendVerification(tx: Tx, services: Context, person: Person, delayMs = 0) {
  const pair = await createToken(tx, person.id, 'verify', services.clock.now())
  const mail = {
    to: { address: person.email, name: person.full_name },
    template: 'verification',
    name: person.full_name,
    link: verificationLink(services.config, pair),
    validForHours: HOURS_VALID.verify,
    language: person.language ?? 'en',
  } as const
  const queued = await enqueueMail(tx, mail, services)
  if (delayMs > 0) await delay(tx, queued, delayMs)
}

const delay = (tx: Tx, mailIds: readonly string[], delayMs: number) =>
  execute(
    tx,
    sql`update outbox set next_attempt_at = now() + make_interval(secs => ${delayMs / 1000}::float8)
      where id = any(${mailIds}::uuid[])`,
  )

export async function sendRecovery(
  tx: Tx,
  services: Context,
  person: Person,
  destination: RecoveryDestination,
) {
  const pair = await createToken(tx, person.id, 'recovery', services.clock.now())
  const mail = {
    to: { address: person.email, name: person.full_name },
    template: 'recovery',
    name: person.full_name,
    link: recoveryLink(services.config, pair, destination),
    validForHours: HOURS_VALID.recovery,
    // The staff page is English.
    language: destination === 'parent' ? (person.language ?? 'en') : 'en',
  } as const
  await enqueueMail(tx, mail, services)
}

export async function sendAccountInvitation(tx: Tx, services: Context, person: Person, invitedBy?: string) {
  const pair = await createToken(tx, person.id, 'invite', services.clock.now())
  const mail = {
    to: { address: person.email, name: person.full_name },
    template: 'invitation',
    name: person.full_name,
    link: recoveryLink(services.config, pair, 'staff'),
    validForHours: HOURS_VALID.invite,
    ...(invitedBy && { invitedBy }),
  } as const
  await enqueueMail(tx, mail, services)
}

export async function sendAccountExists(tx: Tx, services: Context, person: Person) {
  const mail = {
    to: { address: person.email, name: person.full_name },
    template: 'account-exists',
    name: person.full_name,
    language: person.language ?? 'en',
  } as const
  await enqueueMail(tx, mail, services)
}
