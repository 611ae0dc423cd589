import type { Log } from '../log'
import { createEmlTransport } from './eml-transport'
import type { MailTransport, TransportConfig } from './outgoing-mail'
import { createSmtpTransport } from './smtp-transport'

/** SMTP if a URL is configured, else files in the data folder. */
export function createMailTransport(config: TransportConfig, log: Log): MailTransport {
  return config.smtpUrl ? createSmtpTransport(config.smtpUrl, config) : createEmlTransport(config, log)
}
