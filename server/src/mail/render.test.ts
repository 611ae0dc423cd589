import { readFileSync } from 'node:fs'
import { DEFAULT_TEMPLATES, TEMPLATE_TYPES } from '@aftercare/domain/mail/mail-templates'
import { describe, expect, test } from 'vitest'
import { ALL_MAILS, CONFIG, SECRET_LINK } from '../../testing/mail-samples'
import type { DailyReportMail, Mail, MonthlyMail } from './mail'
import { previewMail } from './preview'
import { composeMail, linkInLanguage, renderMail } from './render'

const mailOf = (template: string) => {
  const mail = ALL_MAILS.find((candidate) => candidate.template === template)
  if (!mail) throw new Error(`no sample of ${template}`)
  return mail
}
const preheaderOf = (html: string) => /<div data-preheader="[^>]*>([^<]*)<\/div>/.exec(html)?.[1] ?? ''

describe('every email', () => {
  test('is listed in docs/rules/mails.md', () => {
    const text = readFileSync(new URL('../../../docs/rules/mails.md', import.meta.url), 'utf8')
    const listed = [...text.matchAll(/^\| `([a-z-]+)`/gm)].map(([, template]) => template)
    expect([...new Set(listed)].sort()).toEqual(
      [...new Set(ALL_MAILS.map(({ template }) => template))].sort(),
    )
  })

  test.each(ALL_MAILS.map((mail) => [mail.template, mail] as const))('%s is complete', (_, mail) => {
    const { subject, html, text } = renderMail(mail, CONFIG)
    expect(subject).not.toBe('')
    expect(preheaderOf(html)).toHaveLength(150)
    expect(html).toContain('Preschool Aftercare')
    expect(html).toContain('name="color-scheme" content="light dark"')
    expect(html).toContain('office@example.org')
    expect(text).toContain('Questions? office@example.org')
    expect(text).not.toContain('<')
    expect(html.replace(/"http:\/\/www\.w3\.org[^"]*"/, '')).not.toMatch(
      /(src|url|@import)\s*[=(]\s*["']?http/,
    )
    expect(`${subject}${html}${text}`).not.toMatch(/\{\{|undefined|\[object|null/)
  })

  test.each(ALL_MAILS.map((mail) => [mail.template, mail] as const))(
    '%s in Spanish has no period after that of a time',
    (_, mail) => {
      const { html, text } = renderMail({ ...mail, language: 'es' } as Mail, CONFIG)
      expect(`${html}${text}`).not.toMatch(/m\.\.(?!\.)/)
    },
  )

  test('submission emails are 600 pixels wide and the daily report 700', () => {
    for (const type of TEMPLATE_TYPES) {
      const width = type === 'daily-report' ? 700 : 600
      expect(renderMail(mailOf(type), CONFIG).html).toContain(`max-width:${width}px`)
    }
  })

  test('emails about an account say where to reset the password', () => {
    const textOf = (template: string) => renderMail(mailOf(template), CONFIG).text.replace(/\s+/g, ' ')
    expect(textOf('account-exists')).toContain('Choose "Forgot Password?" on the sign-in page.')
    expect(textOf('password-changed')).toContain('reset your password on the sign-in page and contact us')
  })

  test('account emails have their link in both parts', () => {
    for (const template of ['verification', 'recovery', 'invitation', 'account-invitation']) {
      const { html, text } = renderMail(mailOf(template), CONFIG)
      expect(text).toContain(SECRET_LINK)
      expect(html).toContain(SECRET_LINK.replaceAll('&', '&amp;'))
    }
  })

  test('markup in names is shown as text and a line break never reaches the subject', () => {
    const mail = mailOf('monthly-parent') as MonthlyMail
    const facts = {
      ...mail.facts,
      childName: '<img src=x onerror=alert(1)>',
      parentName: 'Eve\r\nBcc: all@example.com',
    }
    const wording = { subject: '{{childName}} {{parentName}}', preheader: '{{childName}}' }
    const { subject, html, text } = renderMail({ ...mail, wording, facts }, CONFIG)
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(subject).toBe('<img src=x onerror=alert(1)> Eve Bcc: all@example.com')
    expect(text).toContain('Child: <img src=x onerror=alert(1)>')
  })

  test.each(['monthly-parent', 'monthly-admin', 'dropin-parent', 'dropin-admin'])(
    'a right-to-left name tears no sentence of %s',
    (template) => {
      const mail = mailOf(template) as MonthlyMail
      const facts = { ...mail.facts, childName: 'نور 2', parentName: 'נועה', isGuest: true }
      const { subject, html, text } = renderMail({ ...mail, facts }, CONFIG)
      expect(subject).toContain('\u2068نور 2\u2069')
      const [head = '', body = ''] = html.split('data-preheader')
      expect(head).not.toContain('<bdi>')
      expect(body).toContain('<bdi>נועה</bdi>')
      expect(text).toContain('\u2068נועה\u2069')
      // Beside other words no name stands bare: in a cell of its own it may.
      for (const bare of [/[^>\u2068]نور/, /[^>\u2068]נועה/]) expect(body).not.toMatch(bare)
    },
  )

  test('a left-to-right name adds no invisible characters to an email', () => {
    for (const mail of ALL_MAILS) {
      const { subject, html, text } = renderMail(mail, CONFIG)
      expect(`${subject}${text}${html}`).not.toMatch(/[\u2068\u2069]|<bdi>/)
    }
  })

  test('a preheader of more than 150 characters is not truncated', () => {
    const wording = { subject: 'Hello', preheader: 'a'.repeat(200) }
    const { html } = renderMail({ ...(mailOf('dropin-parent') as MonthlyMail), wording }, CONFIG)
    expect(preheaderOf(html)).toBe('a'.repeat(200))
  })
})

describe('an email in Spanish', () => {
  const STAFF = /-admin$|^(daily-report|invitation|two-factor|cancellation-requested)$/
  const toFamilies = ALL_MAILS.filter(({ template }) => !STAFF.test(template))

  test.each(toFamilies.map((mail) => [mail.template, mail] as const))('%s has no English line', (_, mail) => {
    const english = renderMail(mail, CONFIG)
    const { subject, html, text } = renderMail({ ...mail, language: 'es' }, CONFIG)
    expect(html).toContain('lang="es"')
    expect(text).toContain('¿Preguntas? office@example.org')
    // Names, amounts and what staff wrote stay as they are; the wording of the two confirmations is a setting.
    const typed =
      /^$|Okafor|Amara|^Preschool Aftercare$|heating|pick up your child|Please call|cancelled on Friday|open for registration/
    const lines = text.split('\n').filter((line) => !typed.test(line))
    expect(lines.filter((line) => english.text.split('\n').includes(line))).toEqual([])
    if (!('wording' in mail) && mail.template !== 'family-message') expect(subject).not.toBe(english.subject)
  })

  test('has dates, months and days in Spanish, and amounts as in English', () => {
    const mail = { ...(mailOf('registration-changed') as Mail), language: 'es' as const }
    const { subject, text } = renderMail(mail, CONFIG)
    expect(subject).toBe('Se cambió su inscripción de diciembre de 2026')
    expect(text).toContain('1 día agregado: jue 3')
    expect(text).toContain('2 días ahora: mar 1, jue 3')
    expect(text).toContain('Costo total: $40.00')
  })

  test('has links that open in Spanish, the secret in its fragment untouched', () => {
    expect(linkInLanguage(SECRET_LINK, 'en')).toBe(SECRET_LINK)
    expect(linkInLanguage(SECRET_LINK, 'es')).toBe(SECRET_LINK.replace('/auth#', '/auth?lang=es#'))
    expect(linkInLanguage('https://a.example/monthly-signup?month=1', 'es')).toBe(
      'https://a.example/monthly-signup?month=1&lang=es',
    )
    const { html, text } = renderMail({ ...mailOf('recovery'), language: 'es' }, CONFIG)
    expect(text).toContain('/auth?lang=es#access_token=one-time-secret')
    expect(html).toContain('/auth?lang=es#access_token=one-time-secret')
  })
})

describe('the daily report', () => {
  test('lists child, grade, parent, parent email and allergies', () => {
    const { html, text } = renderMail(mailOf('daily-report'), CONFIG)
    for (const column of ['Child', 'Grade', 'Parent', 'Parent Email', 'Allergies']) {
      expect(html).toContain(`>${column}</th>`)
    }
    expect(text).toContain('Child: Amara Okafor\n  Grade: N/A\n  Parent: Dana Okafor')
    expect(text).toContain('Parent Email: dana@example.com\n  Allergies: Peanuts')
  })

  test('uses the singular for one child', () => {
    const [one] = (mailOf('daily-report') as DailyReportMail).attendees
    const wording = DEFAULT_TEMPLATES['daily-report']
    const mail = {
      template: 'daily-report',
      wording,
      day: '2026-11-16',
      attendees: one ? [one] : [],
    } as const
    const { subject, content } = composeMail(mail as unknown as DailyReportMail, CONFIG)
    expect(subject).toBe('Aftercare attendance for Monday, November 16, 2026: 1 child')
    expect(content.preheader).toBe('1 child is expected in aftercare on Monday, November 16, 2026.')
  })

  test('says so if no children are booked', () => {
    const wording = DEFAULT_TEMPLATES['daily-report']
    const { subject, text } = renderMail(
      { template: 'daily-report', wording, day: '2026-11-16', attendees: [] },
      CONFIG,
    )
    expect(subject).toBe('Aftercare attendance for Monday, November 16, 2026: 0 children')
    expect(text).toContain('No children scheduled for this date')
  })
})

describe('a guest', () => {
  test('gets no history button, as guests have no history', () => {
    const mail = mailOf('monthly-parent') as MonthlyMail
    expect(renderMail(mail, CONFIG).html).toContain('https://aftercare.example.org/history')
    const { html } = renderMail({ ...mail, facts: { ...mail.facts, isGuest: true } }, CONFIG)
    expect(html).not.toContain('/history')
  })
})

describe('the preview', () => {
  test('shows the typed text and leaves unknown placeholders visible', () => {
    const wording = { subject: '{{childName}} {{colour}}', preheader: 'Total {{totalFee}}' }
    const preview = previewMail('monthly-parent', wording, CONFIG)
    expect(preview.subject).toBe('Emma Johnson {{colour}}')
    expect(preview.preheader).toBe('Total $380.00')
    expect(preview.html).toContain('$380.00')
  })

  test("shows families' mails in Spanish, without a Spanish text under the English subject", () => {
    const english = { subject: 'For {{childName}}: {{month}}', preheader: '{{month}}' }
    const spanish = { subject: 'Para {{childName}}: {{month}}', preheader: 'En {{month}} {{nadie}}' }
    const translated = previewMail('monthly-parent', { ...english, spanish }, CONFIG, 'es')
    expect(translated.subject).toBe('Para Emma Johnson: octubre de 2025')
    expect(translated.preheader).toBe('En octubre de 2025 {{nadie}}')
    expect(translated.html).toContain('lang="es"')
    expect(translated.html).toContain('Recibimos su inscripción')
    const missing = previewMail('monthly-parent', english, CONFIG, 'es')
    expect(missing.subject).toBe('For Emma Johnson: October 2025')
    expect(missing.html).toContain('Recibimos su inscripción')
    const staffs = previewMail('monthly-admin', { ...english, spanish }, CONFIG, 'es')
    expect(staffs.subject).toBe('For Emma Johnson: October 2025')
    expect(staffs.html).not.toContain('lang="es"')
  })

  test('uses a fee of 30 for drop-ins and lists as many children as the report counts', () => {
    const dropIn = previewMail('dropin-parent', DEFAULT_TEMPLATES['dropin-parent'], CONFIG)
    expect(dropIn.html).toContain('$30.00')
    // Staff have not seen it yet: a request, no booking.
    expect(dropIn.html).toContain('We have your request for')
    expect(dropIn.html).not.toContain('is registered for')
    const report = previewMail('daily-report', DEFAULT_TEMPLATES['daily-report'], CONFIG)
    expect(report.subject).toBe('Aftercare attendance for Thursday, November 20, 2025: 12 children')
    expect(report.preheader).toContain('12 children')
  })
})
