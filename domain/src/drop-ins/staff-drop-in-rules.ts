import { CHILD_RULES } from '../children/children'
import { MAX_LENGTH } from '../lib/field-lengths'
import { emailRule, fieldError, nameRule, singleLineRule } from '../lib/field-rules'
import { dayRule } from '../lib/value-rules'

export const ADMIN_DROP_IN_RULES = {
  dropin_date: dayRule(fieldError('date-required', 'Please select a date')),
  guest_child_name: nameRule('Child name is required'),
  guest_parent_name: nameRule('Parent name is required'),
  guest_parent_email: emailRule('Parent email is required'),
  guest_parent_phone: singleLineRule(MAX_LENGTH.phone, 'Parent phone is required'),
  guest_child_allergies: CHILD_RULES.allergies,
  guest_child_notes: CHILD_RULES.notes,
}
