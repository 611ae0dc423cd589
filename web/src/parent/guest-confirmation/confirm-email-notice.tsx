import { MailCheck } from 'lucide-react'
import { useTexts } from '../../language/language'
import { Callout } from '../../ui/feedback/callout'
import { useGuestConfirmation } from './guest-confirmation.api'
import { en } from './texts/en'

/** On a guest's form: a link will have to be used before anything counts. */
export function ConfirmEmailNotice() {
  const t = useTexts(en)
  if (useGuestConfirmation().data?.required !== true) return null
  return <Callout icon={<MailCheck aria-hidden="true" />}>{t.notice}</Callout>
}
