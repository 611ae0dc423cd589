import { z } from 'zod'
import { PROFILE_RULES, requiredEmail } from '../auth/account-rules'
import { newPasswordSchema } from '../auth/auth-schemas'
import { emailField, optionalTextField } from '../lib/fields'

export const invitationSchema = z.object({ email: emailField(requiredEmail) })

const token = z.string().min(1).max(200)
export const joinSchema = z.object({ token })

/** The email is the invited one. As at sign-up, only the form requires a name. */
export const joinSignUpSchema = newPasswordSchema.extend({
  token,
  full_name: optionalTextField(PROFILE_RULES.full_name),
})
