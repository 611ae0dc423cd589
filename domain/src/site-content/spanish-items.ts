import { isArrayOf, isString } from '../lib/json-guards'
import { readSpanish, type Spanish } from './spanish'

const isItems = (value: unknown): value is string[] => isArrayOf(value, isString) && value.length > 0

export const readSpanishItems = (stored: unknown): Spanish<string[]> | null => readSpanish(stored, isItems)
