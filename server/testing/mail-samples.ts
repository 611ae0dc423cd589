import { DEFAULT_TEMPLATES } from '@aftercare/domain/mail/mail-templates'
import type { Log } from '../src/log'
import type { Mail, MailConfig } from '../src/mail/mail'
import type { MessageConfig } from '../src/mail/message'
import type { OutgoingMail } from '../src/mail/outgoing-mail'

export const CONFIG: MailConfig & MessageConfig = {
  program: {
    name: 'Preschool Aftercare',
    timeZone: 'America/New_York',
    contactEmail: 'office@example.org',
    contactPhone: null,
    logoId: null,
    version: 0,
  },
  publicUrl: 'https://aftercare.example.org',
  mailFrom: 'no-reply@example.org',
}

export const SECRET_LINK = 'https://aftercare.example.org/auth#access_token=one-time-secret&type=recovery'

const family = {
  submissionId: '7f1c3c1e-5b1a-4a53-9d2e-0b8f5a0c1234',
  parentName: 'Dana Okafor',
  parentEmail: 'dana@example.com',
  parentPhone: '555 0100',
  childName: 'Amara Okafor',
  allergies: 'Peanuts',
  notes: 'Late bus',
  isGuest: false,
}
const monthly = { ...family, monthName: 'December', year: 2026, selectedDays: [1, 3], totalFeeCents: 4000 }
const dropIn = { ...family, day: '2026-11-20', feeCents: 3000, dismissalType: null }
const attendee = {
  child_name: 'Amara Okafor',
  parent_name: 'Dana Okafor',
  parent_email: 'dana@example.com',
  grade: 'N/A',
  allergies: 'Peanuts',
}

/** One mail of each kind. */
export const ALL_MAILS: Mail[] = [
  { template: 'monthly-parent', wording: DEFAULT_TEMPLATES['monthly-parent'], facts: monthly },
  { template: 'monthly-admin', wording: DEFAULT_TEMPLATES['monthly-admin'], facts: monthly },
  { template: 'dropin-parent', wording: DEFAULT_TEMPLATES['dropin-parent'], facts: dropIn },
  { template: 'dropin-admin', wording: DEFAULT_TEMPLATES['dropin-admin'], facts: dropIn },
  { template: 'dropin-withdrawn', facts: dropIn },
  { template: 'dropin-withdrawn-admin', facts: dropIn },
  { template: 'dropin-approved', facts: dropIn, message: 'Please call us first.' },
  { template: 'dropin-declined', facts: dropIn, message: 'Please call us first.' },
  {
    template: 'daily-report',
    wording: DEFAULT_TEMPLATES['daily-report'],
    day: '2026-11-20',
    attendees: [attendee],
  },
  ...(['registration-changed', 'registration-changed-admin'] as const).map((template) => ({
    template,
    facts: monthly,
    before: { days: [1, 2], feeCents: 4000 },
    changedBy: 'Rosa Medina',
  })),
  {
    template: 'registration-cancelled',
    facts: { ...monthly, selectedDays: [], totalFeeCents: 0 },
    before: { days: [1, 3], feeCents: 4000 },
  },
  { template: 'registration-restored', facts: monthly },
  {
    template: 'cancellation-declined',
    facts: monthly,
    answer: 'Please call us first.',
    asked_at: '2026-11-16T14:00:00Z',
  },
  { template: 'cancellation-requested', facts: monthly, text: 'We are moving.' },
  { template: 'verification', name: 'Dana Okafor', link: SECRET_LINK, validForHours: 24 },
  { template: 'recovery', name: 'Dana Okafor', link: SECRET_LINK, validForHours: 1 },
  {
    template: 'invitation',
    name: 'Ben Castellano',
    link: SECRET_LINK,
    validForHours: 168,
    role: 'admin',
  },
  {
    template: 'account-invitation',
    name: 'Dana Okafor',
    link: SECRET_LINK,
    validForHours: 168,
    cause: 'invited',
  },
  {
    template: 'account-invitation',
    name: '',
    link: SECRET_LINK,
    validForHours: 1,
    cause: 'signed-up-again',
  },
  {
    template: 'family-invitation',
    invitedBy: 'Dana Okafor',
    link: SECRET_LINK,
    validForHours: 168,
  },
  {
    template: 'family-invitation',
    invitedBy: 'Dana Okafor',
    isByOffice: true,
    link: SECRET_LINK,
    validForHours: 168,
  },
  {
    template: 'guest-confirmation',
    link: SECRET_LINK,
    confirmBy: '2026-11-16T15:00:00.000Z',
    month: { name: 'December', year: 2026 },
    day: null,
  },
  { template: 'family-invited', name: 'Dana Okafor', invitedBy: 'Kemi Okafor', email: 'al@example.com' },
  { template: 'family-invited', name: 'Dana Okafor', invitedBy: null, email: 'al@example.com' },
  { template: 'family-joined', name: 'Dana Okafor', adult: 'Al Okafor', email: 'al@example.com' },
  { template: 'account-exists', name: 'Dana Okafor' },
  { template: 'email-changed', name: 'Dana Okafor', newEmail: 'dana.new@example.com' },
  { template: 'password-changed', name: 'Dana Okafor' },
  { template: 'account-erasure', name: 'Dana Okafor', erasedOn: '2028-01-18' },
  {
    template: 'child-changed',
    name: 'Dana Okafor',
    childName: 'Amara',
    changes: [{ detail: 'allergies', before: '', after: 'Peanuts' }],
    by: 'office',
  },
  {
    template: 'child-changed',
    name: 'Dana Okafor',
    childName: 'Amara',
    changes: [
      { detail: 'pickup_people', before: '', after: 'Grandma Rose, 555-0100' },
      { detail: 'must_not_pick_up', before: '', after: '' },
    ],
    by: { adult: 'Kemi Okafor' },
  },
  {
    template: 'child-changed',
    name: 'Dana Okafor',
    childName: 'Amara',
    changes: [
      { detail: 'name', before: '', after: 'Amara' },
      { detail: 'must_not_pick_up', before: '', after: '' },
    ],
    isAdded: true,
    by: 'office',
  },
  { template: 'seat-opened', name: 'Dana Okafor', day: '2026-12-04', monthId: family.submissionId },
  {
    template: 'family-message',
    name: 'Dana Okafor',
    days: ['2026-12-04'],
    subject: 'Aftercare is cancelled on Friday, December 4',
    text: 'The heating has failed.\n\nPlease pick up your child at noon.',
  },
  {
    template: 'family-message',
    name: 'Dana Okafor',
    days: [],
    subject: 'December is open for registration',
    text: 'Please call us if you have questions.',
  },
  ...(['on', 'off', 'reset', 'new-codes', 'recovery-used', 'locked'] as const).map((news) => ({
    template: 'two-factor' as const,
    name: 'Rosa Medina',
    news,
  })),
]

export const outgoing = (values: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: '0f0e4a52-7c52-4a53-9d2e-0b8f5a0c1234',
  template: 'recovery',
  to: { address: 'dana@example.com', name: 'Dana Okafor' },
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  messageId: '<stable@aftercare.example.org>',
  createdAt: '2026-11-16T14:00:00.000Z',
  ...values,
})

/** Records every line, so that tests can check what an operator would see. */
export function recordingLog(): Log & { lines: string[] } {
  const lines: string[] = []
  const write = (detail: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(detail)}`)
  }
  return { lines, info: write, warn: write, error: write }
}
