import { MAIL_TEXTS } from '../texts/texts'
import type { EmailContent, MailSender, MailTable } from './email-content'

/** The plain-text part; values stay on one line so that they cannot pose as other parts. */
export function renderText(content: EmailContent, sender: MailSender): string {
  const blocks = [
    sender.program.name,
    content.title,
    ...content.intro,
    content.facts?.map(({ label, value }) => `${label}: ${flat(value)}`).join('\n'),
    content.table && tableText(content.table),
    content.action && `${content.action.label}:\n${content.action.href}`,
    ...content.closing,
    `${MAIL_TEXTS[content.language ?? 'en'].questions} ${[sender.program.contactEmail, sender.program.contactPhone].filter(Boolean).join(', ')}`,
  ]
  return `${blocks.filter((block) => block !== undefined && block !== '').join('\n\n')}\n`
}

function tableText(table: MailTable): string {
  if (table.rows.length === 0) return table.empty
  return table.rows
    .map((cells) =>
      table.columns
        .map(({ label }, index) => `${index === 0 ? '- ' : '  '}${label}: ${flat(cells[index] ?? '')}`)
        .join('\n'),
    )
    .join('\n\n')
}

const flat = (text: string) => text.replace(/\s+/g, ' ').trim()
