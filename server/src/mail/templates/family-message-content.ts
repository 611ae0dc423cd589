import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import type { Language } from '@aftercare/domain/lib/language'
import type { FamilyMessageMail } from '../mail'
import { oneLine } from '../recipient'
import { MAIL_TEXTS } from '../texts/texts'
import { greeting } from './account-content'
import type { ComposedContent } from './email-content'

const MAX_PREHEADER = 140

/** Staff's text as typed: a blank line starts a paragraph, a line break stays one. */
export function familyMessageContent(
  { name, days, subject, text, fees }: FamilyMessageMail,
  language: Language,
): ComposedContent {
  const t = MAIL_TEXTS[language]
  return {
    subject,
    content: {
      width: 600,
      preheader: beginningOf(text),
      title: subject,
      intro: [greeting(name, t), ...paragraphsOf(text), ...(fees ? [t.message.fees[fees](days.length)] : [])],
      closing: [t.message.closing(days.map((day) => formatLongDate(day, language)))],
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
