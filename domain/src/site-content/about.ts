import { isRecord } from '../lib/json-guards'

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

/** The stored section, with the default for anything missing. */
export function readAbout(
  row: { title?: string | null; content: unknown } | null,
  contactEmail: string,
): About {
  const defaults = defaultAbout(contactEmail)
  const content = isRecord(row?.content) ? row.content : {}
  const text = (key: Exclude<keyof About, 'title'>) => {
    const value = content[key]
    return typeof value === 'string' && value !== '' ? value : defaults[key]
  }
  return {
    title: row?.title || defaults.title,
    description: text('description'),
    program_hours: text('program_hours'),
    pricing: text('pricing'),
    contact: text('contact'),
  }
}
