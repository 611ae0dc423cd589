import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import type { FamilyMail } from '../mail'
import { oneLine } from '../recipient'
import { greeting } from './account-content'
import type { EmailContent } from './email-content'

const MAX_PREHEADER = 140

/** Staff's text as typed: a blank line starts a paragraph, a line break stays one. */
export function familyContent({ name, day, subject, text }: FamilyMail): {
  subject: string
  content: EmailContent
} {
  return {
    subject,
    content: {
      width: 600,
      preheader: beginningOf(text),
      title: subject,
      intro: [greeting(name), ...paragraphsOf(text)],
      closing: [
        `You're receiving this because your family is registered for aftercare on ${formatLongDate(day)}. Just reply to reach us.`,
      ],
    },
  }
}

const paragraphsOf = (text: string): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

function beginningOf(text: string): string {
  const line = oneLine(text)
  return line.length <= MAX_PREHEADER
    ? line
    : `${[...line]
        .slice(0, MAX_PREHEADER - 1)
        .join('')
        .trim()}…`
}
