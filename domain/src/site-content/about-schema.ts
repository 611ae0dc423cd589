import { z } from 'zod'
import { multiLineText } from '../lib/fields'
import type { About } from './about'

/** Exactly the limit passes, although the words say "less than". */
export const aboutSchema = z.object({
  title: multiLineText(100, 'Title is required', 'Title must be less than 100 characters'),
  description: multiLineText(500, 'Description is required', 'Description must be less than 500 characters'),
  program_hours: multiLineText(
    100,
    'Program hours are required',
    'Program hours must be less than 100 characters',
  ),
  pricing: multiLineText(200, 'Pricing information is required', 'Pricing must be less than 200 characters'),
  contact: multiLineText(200, 'Contact information is required', 'Contact must be less than 200 characters'),
} satisfies Record<keyof About, z.ZodType>)
