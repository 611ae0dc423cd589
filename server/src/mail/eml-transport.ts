import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Log } from '../log'
import { isSecretUrl } from '../redact-secret-urls'
import { composeMessage } from './message'
import type { MailTransport, OutgoingMail, TransportConfig } from './outgoing-mail'

/**
 * For trying the app without a mail server: writes each email to a file, and logs its links so that an account can be
 * verified, except in production.
 */
export function createEmlTransport(config: TransportConfig, log: Log): MailTransport {
  const folder = join(config.dataDir, 'outbox')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await composer.sendMail(composeMessage(mail, config))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, fileName(mail))
      // Atomic: a reader never sees half an email, and a resend after a crash writes the same file.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      // In production, people who read the log may not be allowed to read the files.
      const contents = { to: mail.to.address, subject: mail.subject, links: linksIn(mail.text) }
      log.info({ ...(!config.isProduction && contents), file }, 'mail written to the outbox folder')
    },
    close: () => composer.close(),
  }
}

function fileName(mail: OutgoingMail): string {
  const stamp = mail.createdAt.replace(/[^0-9T]/g, '').slice(0, 15)
  return `${stamp}-${mail.template.replace(/[^a-z-]/g, '')}-${mail.id}.eml`
}

/** A guest's private link is for the guest alone. */
const linksIn = (text: string): string[] =>
  (text.match(/https?:\/\/[^\s"<>]+/g) ?? []).filter((link) => !isSecretUrl(link))
