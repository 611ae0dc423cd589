import type { Config } from '../config'
import { createEmlTransport } from './eml-transport'
import type { MailLog } from './mail'
import { createSmtpTransport } from './smtp-transport'

/** A mail as it leaves: the address is an object, so that no text in it is ever parsed for further recipients. */
export type OutgoingMail = {
  id: string
  template: string
  to: { address: string; name: string | null }
  subject: string
  html: string
  text: string
  messageId: string
  createdAt: string
}

export type MailTransport = {
  /** Resolves once the far end has taken responsibility; rejects with PermanentMailError where a retry is vain. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

export type TransportConfig = Pick<
  Config,
  'smtpUrl' | 'mailFrom' | 'programName' | 'contactEmail' | 'dataDir'
>

/** SMTP where an address is configured, else files in the data folder. */
export function createMailTransport(config: TransportConfig, log: MailLog): MailTransport {
  return config.smtpUrl ? createSmtpTransport(config.smtpUrl, config) : createEmlTransport(config, log)
}
