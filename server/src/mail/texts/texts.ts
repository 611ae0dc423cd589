import type { Language } from '@aftercare/domain/lib/language'
import { en } from './en'
import { es } from './es'

export type MailTexts = typeof en

export const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = { en, es }
