import { GUEST_LINK_DAYS } from '@aftercare/domain/guest-claims/guest-claims'
import type { Queryable } from '../db/client'
import { createGuestLink } from '../guest-links/guest-links.queries'
import { GUEST_PAGE } from '../redact-secret-urls'
import type { MailConfig } from './mail'
import { linkInLanguage } from './render'
import type { EmailContent } from './templates/email-content'
import { MAIL_TEXTS } from './texts/texts'

/** Adds a new link to the content; none if the submission is gone. */
export async function withGuestLink(
  db: Queryable,
  { guestLink: place, ...content }: EmailContent,
  config: MailConfig,
  now: Date,
): Promise<EmailContent> {
  const secret = place && (await createGuestLink(db, place.submissionId, now))
  if (!secret) return content
  const { language = 'en' } = content
  const href = linkInLanguage(`${config.publicUrl}${GUEST_PAGE}${secret}`, language)
  return {
    ...content,
    action: { label: place.label, href, showAddress: true },
    closing: [...content.closing, MAIL_TEXTS[language].privateLink(GUEST_LINK_DAYS)],
  }
}
