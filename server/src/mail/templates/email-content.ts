/** What a mail says, apart from how it looks: the frame turns it into HTML and the plain-text part alike. */
export type EmailContent = {
  /** The least room the design needs; phones get the full width of their screen. */
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

/** `alert` marks what staff must not overlook: allergies. */
export type MailFact = { label: string; value: string; alert?: boolean; strong?: boolean }

/** A cell of an `alert` column is marked unless it is empty or says "None". */
export type MailTable = {
  columns: { label: string; alert?: boolean }[]
  rows: string[][]
  /** The submission behind each row, where rows name families: `eraseMails` finds a family's rows by it. */
  submissionIds?: (string | null)[]
  empty: string
}

/** `showAddress` prints the address as well, for readers whose mail program shows no buttons. */
export type MailAction = { label: string; href: string; showAddress?: boolean }

/** Where the worker that sends the mail puts a private link to the submission: no stored mail holds its secret. */
export type GuestLinkPlaceholder = { submissionId: string; label: string }

/** The programme as the frame shows it around every content. */
export type MailSender = { programName: string; publicUrl: string; contactEmail: string }
