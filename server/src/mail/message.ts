import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMail, TransportConfig } from './outgoing-mail'

export type MessageConfig = Pick<TransportConfig, 'mailFrom' | 'program'>

/** The same message for every transport. Nothing in it may make nodemailer read files or URLs. */
export function composeMessage(mail: OutgoingMail, config: MessageConfig): SendMailOptions {
  return {
    from: { name: config.program.name, address: config.mailFrom },
    to: { name: mail.to.name ?? '', address: mail.to.address },
    replyTo: { name: config.program.name, address: config.program.contactEmail },
    envelope: { from: config.mailFrom, to: [mail.to.address] },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: mail.messageId,
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
