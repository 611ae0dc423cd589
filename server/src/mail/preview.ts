import type { Language } from '@aftercare/domain/lib/language'
import {
  fillPlaceholders,
  SAMPLE_DAY,
  SAMPLE_FEE_CENTS,
  SAMPLE_MONTH,
  SAMPLE_MONTHLY_TOTAL_CENTS,
  SAMPLE_NAMES,
  sampleValues,
  type TemplateType,
} from '@aftercare/domain/mail/mail-templates'
import {
  isFamilyTemplate,
  type TemplateWording,
  type TemplateWordings,
  wordingFor,
} from '@aftercare/domain/mail/spanish-templates'
import type { MailConfig, ProgrammeMail, RenderedMail, SubmissionEmailData } from './mail'
import { type ComposedMail, composeMail, renderMail } from './render'

export type MailPreview = RenderedMail & { preheader: string }

const SAMPLE_FAMILY: SubmissionEmailData = {
  ...SAMPLE_NAMES,
  submissionId: null,
  parentEmail: 'sarah.johnson@example.com',
  parentPhone: '(555) 010-0142',
  allergies: 'Peanuts',
  notes: null,
  isGuest: false,
}

/** 16 regular days and 2 noon dismissals at 20 and 30 dollars make the sample's 380. */
const SAMPLE_DAYS = [1, 2, 3, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 20, 21, 22, 23, 24]

const SAMPLE_CHILDREN: [string, string, string, string][] = [
  ['Ava Martinez', 'Elena Martinez', 'PK4', 'None'],
  ['Benjamin Cole', 'Thomas Cole', 'N/A', 'Peanuts, tree nuts'],
  ['Chloe Nguyen', 'Linh Nguyen', 'K', 'None'],
  ['Daniel Rossi', 'Giulia Rossi', 'PK3', 'None'],
  ['Emma Johnson', 'Sarah Johnson', 'K', 'Peanuts'],
  ['Felix Andersson', 'Maja Andersson', 'N/A', 'None'],
  ['Grace Kim', 'Min-jun Kim', 'PK4', 'None'],
  ['Henry Walker', 'Laura Walker', 'K', 'Dairy'],
  ['Isla Brown', 'James Brown', 'PK3', 'None'],
  ['Jonah Stein', 'Miriam Stein', 'N/A', 'None'],
  ['Kofi Mensah', 'Abena Mensah', 'K', 'None'],
  ['Lucia Romero', 'Diego Romero', 'PK4', 'Bee stings'],
]

function sampleMail(template: TemplateType, wording: TemplateWording): ProgrammeMail {
  if (template === 'daily-report') {
    const attendees = SAMPLE_CHILDREN.map(([child_name, parent_name, grade, allergies]) => {
      const parent_email = `${parent_name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`
      return { child_name, parent_name, parent_email, grade, allergies }
    })
    return { template, wording, day: SAMPLE_DAY, attendees }
  }
  if (template === 'monthly-parent' || template === 'monthly-admin') {
    const facts = {
      ...SAMPLE_FAMILY,
      ...SAMPLE_MONTH,
      selectedDays: SAMPLE_DAYS,
      totalFeeCents: SAMPLE_MONTHLY_TOTAL_CENTS,
    }
    return { template, wording, facts }
  }
  return {
    template,
    wording,
    facts: { ...SAMPLE_FAMILY, day: SAMPLE_DAY, feeCents: SAMPLE_FEE_CENTS, dismissalType: null },
  }
}

/** Only families' mails exist in Spanish. */
const languageFor = (type: TemplateType, language: Language = 'en') =>
  isFamilyTemplate(type) ? language : 'en'

/** The preview on the settings screen while staff type; unknown placeholders stay visible. */
export function previewMail(
  type: TemplateType,
  wording: TemplateWording,
  config: MailConfig,
  chosen?: Language,
): MailPreview {
  const language = languageFor(type, chosen)
  const worded = wordingFor(wording, language)
  const preheader = fillPlaceholders(worded.preheader, sampleValues(type, worded.language))
  return { ...renderMail({ ...sampleMail(type, wording), language }, config), preheader }
}

/** The saved template with sample data. */
export const composeTestMail = (
  type: TemplateType,
  language: Language | undefined,
  templates: TemplateWordings,
  config: MailConfig,
): ComposedMail => {
  const mail = sampleMail(type, templates[type])
  return composeMail({ ...mail, isTest: true, language: languageFor(type, language) }, config)
}
