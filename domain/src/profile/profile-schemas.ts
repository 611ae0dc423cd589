import { z } from 'zod'
import { PROFILE_RULES } from '../auth/account-rules'
import { optionalTextField, versionField } from '../lib/fields'
import { LANGUAGES } from '../lib/language'

/** May be emptied; the column itself is never null. */
export const optionalName = optionalTextField(PROFILE_RULES.full_name).transform((name) => name ?? '')

/** A parent's or admin's own profile, without the email. Omitted fields stay unchanged. */
export const profileSchema = z
  .object({ full_name: optionalName, phone: optionalTextField(PROFILE_RULES.phone) })
  .partial()
  .extend({ version: versionField })

/** Chosen at once, apart from the form: it has no version. */
export const languageSchema = z.object({ language: z.enum(LANGUAGES) })
