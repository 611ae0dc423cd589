import type { Config } from '../config'

/** An email to send. The recipient is an object, so that no text in it is ever parsed for further recipients. */
export type OutgoingMail = {
  id: string
  template: string
  to: { address: string; name: string | null }
  subject: string
  html: string | undefined
  text: string
  messageId: string
  createdAt: string
}

export type MailTransport = {
  /** Resolves once the mail server has accepted it; rejects with PermanentMailError if a retry is pointless. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

export type TransportConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'program' | 'dataDir' | 'isProduction'>
