import { EmailText } from '../ui/data/email-text'
import { InlineMark } from './inline-mark'

type ListedEmailProps = { person: { email: string; has_unconfirmed_email: boolean } }

/** Says when staff changed it and its owner has not opened the link yet. */
export const ListedEmail = ({ person }: ListedEmailProps) => (
  <>
    <EmailText>{person.email}</EmailText>
    {person.has_unconfirmed_email && <InlineMark>Not confirmed</InlineMark>}
  </>
)

/** Beside the field where staff change it. */
export const EMAIL_CHANGE_HINT =
  "Also used to sign in. If it changes, we'll email a link to the new address and notify the old one. Until the link is opened, they can't sign in, and other emails to them wait."
