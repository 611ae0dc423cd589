import { isRecord, isString } from '../lib/json-guards'
import type { About } from './about'
import { readSpanish, type Spanish } from './spanish'

const ABOUT_FIELDS = ['title', 'description', 'program_hours', 'pricing', 'contact'] as const

const isAbout = (value: unknown): value is About =>
  isRecord(value) && ABOUT_FIELDS.every((name) => isString(value[name]) && value[name] !== '')

/** In the order of the form: stored JSON has an order of its own. */
export function readSpanishAbout(stored: unknown): Spanish<About> | null {
  const spanish = readSpanish(stored, isAbout)
  if (!spanish) return null
  const { title, description, program_hours, pricing, contact } = spanish.text
  return { ...spanish, text: { title, description, program_hours, pricing, contact } }
}
