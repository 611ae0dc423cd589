import { z } from 'zod'
import { multiLineText } from './fields'

const field = (max: number, required: string, tooLong: string) => multiLineText(max, required, tooLong)

/** Exactly the limit passes, although the words say "less than". */
export const aboutSchema = z.object({
  title: field(100, 'Title is required', 'Title must be less than 100 characters'),
  description: field(500, 'Description is required', 'Description must be less than 500 characters'),
  program_hours: field(100, 'Program hours are required', 'Program hours must be less than 100 characters'),
  pricing: field(200, 'Pricing information is required', 'Pricing must be less than 200 characters'),
  contact: field(200, 'Contact information is required', 'Contact must be less than 200 characters'),
})

export type About = z.infer<typeof aboutSchema>

export function defaultAbout(contactEmail: string): About {
  return {
    title: 'About Aftercare',
    description:
      'Our aftercare program gives your child a safe, friendly place to play, rest and learn after the school day ends.',
    program_hours: '3:30 PM - 6:00 PM',
    pricing: 'Regular days $20, special dismissal days $30',
    contact: contactEmail,
  }
}

const storedAbout = z.object({
  description: z.string().min(1).optional().catch(undefined),
  program_hours: z.string().min(1).optional().catch(undefined),
  pricing: z.string().min(1).optional().catch(undefined),
  contact: z.string().min(1).optional().catch(undefined),
})

/** The stored section; the default stands in for anything that is missing. */
export function readAbout(
  row: { title?: string | null; content: unknown } | null,
  contactEmail: string,
): About {
  const defaults = defaultAbout(contactEmail)
  const stored = storedAbout.safeParse(row?.content)
  const content = stored.success ? stored.data : {}
  return {
    title: row?.title || defaults.title,
    description: content.description ?? defaults.description,
    program_hours: content.program_hours ?? defaults.program_hours,
    pricing: content.pricing ?? defaults.pricing,
    contact: content.contact ?? defaults.contact,
  }
}
