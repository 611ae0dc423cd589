import { isRecord, isString } from '../lib/json-guards'
import type { About } from './about'
import { readSpanish, type Spanish } from './spanish'

const ABOUT_FIELDS = ['title', 'description', 'program_hours', 'pricing', 'contact'] as const

const isAbout = (value: unknown): value is About =>
  isRecord(value) && ABOUT_FIELDS.every((name) => isString(value[name]) && value[name] !== '')

export const readSpanishAbout = (stored: unknown): Spanish<About> | null => readSpanish(stored, isAbout)
