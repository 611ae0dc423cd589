import type { Language } from '@aftercare/domain/lib/language'
import type { Config } from '../../config'

/** An email's content without its styles: rendered both as HTML and as plain text. */
export type EmailContent = {
  /** English if it is missing. */
  language?: Language
  /** In pixels; full width on phones. */
  width: 600 | 700
  preheader: string
  title: string
  intro: string[]
  facts?: MailFact[]
  table?: MailTable
  action?: MailAction
  guestLink?: GuestLinkPlaceholder
  closing: string[]
}

/** `alert` highlights what staff must not overlook: allergies. */
export type MailFact = { label: string; value: string; alert?: boolean; strong?: boolean }

/** A cell of an `alert` column is highlighted unless it is empty or "None". */
export type MailTable = {
  columns: { label: string; alert?: boolean }[]
  rows: string[][]
  /** The submission of each row, where rows name families: `eraseMails` finds a family's rows by it. */
  submissionIds?: (string | null)[]
  empty: string
}

/** `showAddress` also prints the URL, for mail apps that show no buttons. */
export type MailAction = { label: string; href: string; showAddress?: boolean }

/** Replaced by a private link when the email is sent: no stored email contains its secret. */
export type GuestLinkPlaceholder = { submissionId: string; label: string }

export type ComposedContent = { subject: string; content: EmailContent }

/** The programme, as shown in the layout of every email. */
export type MailSender = Pick<Config, 'program' | 'publicUrl'>
