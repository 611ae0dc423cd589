import { recordAudit } from '../src/audit/audit.queries'
import { execute, rows, sql } from '../src/db/sql'
import { insertInto } from '../src/db/write'
import { hashSecret } from '../src/secrets'
import type { TestApp, TestClient } from './test-app'

/** Adds an account to a family, as if it had been invited. */
export async function joinInto(app: TestApp, family: { id: string }, member: { id: string }) {
  await execute(
    app.services.db,
    insertInto('family_members', [
      { member_id: member.id, parent_id: family.id, joined_at: app.services.clock.now().toISOString() },
    ]),
  )
  const by = { services: app.services, viewer: { actorId: member.id } }
  await recordAudit(app.services.db, by, 'family.join', 'profiles', family.id, { member_id: member.id })
}

/** The token of the address's open invitation, from the mails to it. */
export async function tokenMailedTo(app: TestApp, email: string): Promise<string> {
  const mails = await rows<{ text: string }>(
    app.services.db,
    sql`select text from outbox where to_email = ${email} and template = 'family-invitation'`,
  )
  const open = await rows<{ token_hash: string }>(
    app.services.db,
    sql`select token_hash from family_invitations where email = ${email} and ended_at is null`,
  )
  const tokens = mails.map(({ text }) => text.match(/\/join\/([\w-]+)/)?.[1] ?? '')
  const token = tokens.find((each) => open.some(({ token_hash }) => token_hash === hashSecret(each)))
  if (!token) throw new Error(`No invitation was sent to ${email}`)
  return token
}

/** Invites the address and returns the token of the mail. */
export async function invitationTo(app: TestApp, inviter: TestClient, email: string): Promise<string> {
  const { status, body } = await inviter.post('/api/family/invitations', { email })
  if (status !== 200) throw new Error(`Not invited: ${JSON.stringify(body)}`)
  return tokenMailedTo(app, email)
}
