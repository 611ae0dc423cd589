import { GUEST_LINK_DAYS } from '@aftercare/domain/guest-claims/guest-claims'
import type { Queryable } from '../db/client'
import { createGuestLink } from '../guest-links/guest-links.queries'
import { GUEST_PAGE } from '../redact-secret-urls'
import type { MailConfig } from './mail'
import type { EmailContent } from './templates/email-content'

const PRIVATE_LINK_NOTE = `Keep this link private: anyone who has it can see these days and the fee. It works for ${GUEST_LINK_DAYS} days.`

/** Adds a new link to the content; none if the submission is gone. */
export async function withGuestLink(
  db: Queryable,
  { guestLink: place, ...content }: EmailContent,
  config: MailConfig,
  now: Date,
): Promise<EmailContent> {
  const secret = place && (await createGuestLink(db, place.submissionId, now))
  if (!secret) return content
  return {
    ...content,
    action: { label: place.label, href: `${config.publicUrl}${GUEST_PAGE}${secret}`, showAddress: true },
    closing: [...content.closing, PRIVATE_LINK_NOTE],
  }
}
