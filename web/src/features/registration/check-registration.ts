import { checkFields } from '@aftercare/domain/lib/field-rules'
import {
  GUEST_RULES,
  guestRegistrationError,
  registrationError,
} from '@aftercare/domain/registration/registration'
import { en as formTexts } from '@aftercare/domain/registration/texts/en'
import { textsOf } from '../../language/language'
import type { useFieldErrors } from '../../lib/use-field-errors'
import { en as enUi } from '../../ui/texts/en'
import { en as enChoices } from '../months/texts/en'
import { en } from './texts/en'
import type { RegistrationFormState } from './use-registration-form'

type Problem = { title: string; message: string }

/** Why the form cannot be sent, in the order month, missing information, fields, days; marks the parts. */
export function checkRegistration(
  form: RegistrationFormState,
  fields: Pick<ReturnType<typeof useFieldErrors>, 'show'>,
): Problem | null {
  const shared = { monthId: form.month?.id ?? null, days: form.days, agreed: form.agreed }
  const found = form.isGuest
    ? guestRegistrationError({ ...shared, ...form.guest }, textsOf(formTexts))
    : registrationError({ ...shared, childIds: form.childIds }, textsOf(formTexts))
  form.setMissing(found?.missing ?? [])
  const { input } = form
  if (found || !input) {
    return found ?? { title: textsOf(enUi).error, message: textsOf(en).failed }
  }
  const wrong = 'guest_child_name' in input && fields.show(checkFields(input, GUEST_RULES))
  if (wrong) return { title: textsOf(formTexts).fieldsRequired.title, message: wrong }
  // The click was meant for a selection with that day.
  const crowded = form.crowdedDays.map(({ message }) => message).join(' ')
  const unavailable = form.readRecentLoss() ?? crowded
  return unavailable ? { title: textsOf(enChoices).dayNotAvailable, message: unavailable } : null
}
