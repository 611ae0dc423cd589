import { z } from 'zod'
import { spanishField, textField } from '../lib/fields'
import type { About } from './about'
import { ABOUT_RULES } from './about-rules'

export const aboutSchema = z.object({
  title: textField(ABOUT_RULES.title),
  description: textField(ABOUT_RULES.description),
  program_hours: textField(ABOUT_RULES.program_hours),
  pricing: textField(ABOUT_RULES.pricing),
  contact: textField(ABOUT_RULES.contact),
} satisfies Record<keyof About, z.ZodType>)

export const spanishAboutSchema = spanishField(aboutSchema)
