import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMail, TransportConfig } from './outgoing-mail'

export type MessageConfig = Pick<TransportConfig, 'mailFrom' | 'programName' | 'contactEmail'>

/** The same message for every transport. Nothing in it may make the composer open files or addresses. */
export function composeMessage(mail: OutgoingMail, config: MessageConfig): SendMailOptions {
  return {
    from: { name: config.programName, address: config.mailFrom },
    to: { name: mail.to.name ?? '', address: mail.to.address },
    replyTo: { name: config.programName, address: config.contactEmail },
    envelope: { from: config.mailFrom, to: [mail.to.address] },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: mail.messageId,
    // Out-of-office programs do not answer mails that say so.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
