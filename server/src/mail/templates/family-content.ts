import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import type { FeeChoice } from '@aftercare/domain/pricing/credits'
import type { FamilyMail } from '../mail'
import { oneLine } from '../recipient'
import { greeting } from './account-content'
import type { EmailContent } from './email-content'

const MAX_PREHEADER = 140

/** Staff's text as typed: a blank line starts a paragraph, a line break stays one. */
const FEE_TEXTS: Record<FeeChoice, string> = {
  credit: "The fee for this day is credited: it is taken off your family's total.",
  keep: 'The fee for this day stays as booked.',
}

export function familyContent({ name, day, subject, text, fees }: FamilyMail): {
  subject: string
  content: EmailContent
} {
  return {
    subject,
    content: {
      width: 600,
      preheader: beginningOf(text),
      title: subject,
      intro: [greeting(name), ...paragraphsOf(text), ...(fees ? [FEE_TEXTS[fees]] : [])],
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
