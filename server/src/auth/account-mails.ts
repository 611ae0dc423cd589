import type { StaffRole } from '@aftercare/domain/lib/enums'
import type { Language } from '@aftercare/domain/lib/language'
import type { Tx } from '../db/client'
import type { Services } from '../http/context'
import type { AccountMailFacts } from '../mail-events/mail-events'
import { delayEvent, queueEvent } from '../mail-events/queue-events'
import { type RecoveryDestination, recoveryLink, verificationLink } from './email-links'
import { createToken, HOURS_VALID } from './tokens.queries'

/** `language` is for an account that chose none: the caller passes the browser's. */
type Person = { id: string; language?: Language | null }
type Context = Pick<Services, 'config' | 'clock'>

/** `delayMs` keeps the mail in the queue for that long. */
export async function queueAccountMail(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  { id, language = null }: Person,
  mail: AccountMailFacts,
  options: { delayMs?: number; to?: string; isForStaff?: boolean; sentBy?: string | null } = {},
): Promise<void> {
  const { isForStaff = false, delayMs = 0, ...rest } = options
  const event = { kind: 'account', mail, language, isForStaff } as const
  const ids = await queueEvent(tx, { event, accountId: id, ...rest }, services)
  if (delayMs > 0) for (const queued of ids) await delayEvent(tx, queued, delayMs)
}

export async function sendVerification(
  tx: Tx,
  services: Context,
  person: Person,
  options: { delayMs?: number; isForStaff?: boolean } = {},
) {
  const pair = await createToken(tx, person.id, 'verify', services.clock.now())
  const link = verificationLink(services.config, pair)
  const mail = { template: 'verification', link, validForHours: HOURS_VALID.verify } as const
  await queueAccountMail(tx, services, person, mail, options)
}

export async function sendRecovery(
  tx: Tx,
  services: Context,
  person: Person,
  destination: RecoveryDestination,
) {
  const pair = await createToken(tx, person.id, 'recovery', services.clock.now())
  const link = recoveryLink(services.config, pair, destination)
  const mail = { template: 'recovery', link, validForHours: HOURS_VALID.recovery } as const
  await queueAccountMail(tx, services, person, mail, { isForStaff: destination !== 'parent' })
}

/** `invitedBy` is null for the operator. */
export async function sendStaffInvitation(
  tx: Tx,
  services: Context,
  person: Person & { role: StaffRole },
  invitedBy: string | null,
) {
  const pair = await createToken(tx, person.id, 'invite', services.clock.now())
  const link = recoveryLink(services.config, pair, 'staff')
  const { role } = person
  const mail = { template: 'invitation', link, validForHours: HOURS_VALID.invite, role } as const
  await queueAccountMail(tx, services, person, mail, { isForStaff: true, sentBy: invitedBy })
}

export const sendAccountExists = (tx: Tx, services: Context, person: Person) =>
  queueAccountMail(tx, services, person, { template: 'account-exists' })
