import { multiLineRule, type TextRule } from '../lib/field-rules'
import type { About } from './about'

/** Exactly the limit passes, although the messages say "less than". */
export const ABOUT_RULES = {
  title: multiLineRule(100, 'Title is required', 'Title must be less than 100 characters'),
  description: multiLineRule(500, 'Description is required', 'Description must be less than 500 characters'),
  program_hours: multiLineRule(
    100,
    'Program hours are required',
    'Program hours must be less than 100 characters',
  ),
  pricing: multiLineRule(200, 'Pricing information is required', 'Pricing must be less than 200 characters'),
  contact: multiLineRule(200, 'Contact information is required', 'Contact must be less than 200 characters'),
} satisfies Record<keyof About, TextRule>
