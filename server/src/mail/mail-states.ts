export const MAIL_STATES = ['queued', 'sending', 'sent', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]
