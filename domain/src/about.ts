import * as z from 'zod/mini'

export type About = {
  title: string
  description: string
  program_hours: string
  pricing: string
  contact: string
}

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

const text = z.catch(z.optional(z.string().check(z.minLength(1))), undefined)
const storedAbout = z.object({ description: text, program_hours: text, pricing: text, contact: text })

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
