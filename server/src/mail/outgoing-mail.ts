import type { Config } from '../config'

/** A mail as it leaves: the address is an object, so that no text in it is ever parsed for further recipients. */
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
  /** Resolves once the far end has taken responsibility; rejects with PermanentMailError where a retry is vain. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

export type TransportConfig = Pick<
  Config,
  'smtpUrl' | 'mailFrom' | 'programName' | 'contactEmail' | 'dataDir' | 'isProduction'
>
