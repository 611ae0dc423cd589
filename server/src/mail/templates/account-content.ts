import { formatLongDate, formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import type { AccountMail, MailConfig, TwoFactorEvent } from '../mail'
import type { EmailContent } from './email-content'

type AccountContent = { subject: string; content: EmailContent }

/** "1 hour", "24 hours", "7 days" */
function duration(hours: number): string {
  return hours > 48 && hours % 24 === 0 ? pluralize(hours / 24, 'day') : pluralize(hours, 'hour')
}

export const greeting = (name: string) => (name.trim() === '' ? 'Hello,' : `Hello ${isolate(name.trim())},`)

const TWO_FACTOR_TEXTS: Record<TwoFactorEvent, [title: string, sentence: string]> = {
  on: [
    'Two-step sign-in is on',
    'Signing in now asks for a code from your authenticator app after your password. Keep your recovery codes somewhere you can reach without your phone.',
  ],
  off: ['Two-step sign-in is off', 'You now sign in with just your password.'],
  reset: [
    'Your two-step sign-in was reset',
    'Your two-step sign-in was reset for you. You now sign in with just your password. Please set it up again on your profile.',
  ],
  'new-codes': [
    'You have new recovery codes',
    'New recovery codes were created for your account. The old ones no longer work.',
  ],
  'recovery-used': [
    'A recovery code was used',
    "Someone signed in to your account with your password and one of your recovery codes. That code won't work again.",
  ],
  locked: [
    'Five wrong codes were entered',
    "Someone entered your password and then five wrong codes, so no codes are accepted for 15 minutes. If this wasn't you, someone knows your password. Please change it.",
  ],
}

export function accountContent(mail: AccountMail, config: MailConfig): AccountContent {
  const { publicUrl } = config
  const programName = config.program.name
  const hello = greeting('name' in mail ? mail.name : '')
  const build = (subject: string, content: Omit<EmailContent, 'width'>): AccountContent => ({
    subject,
    content: { width: 600, ...content },
  })

  switch (mail.template) {
    case 'verification':
      return build(`Verify your email for ${programName}`, {
        preheader: 'Confirm your email, then sign in.',
        title: 'Verify your email',
        intro: [
          hello,
          `Thank you for signing up for ${programName}. Please confirm that this is your email address.`,
        ],
        action: { label: 'Verify email', href: mail.link, showAddress: true },
        closing: [
          `The link works once and expires in ${duration(mail.validForHours)}. If you didn't sign up, you can ignore this email.`,
        ],
      })
    case 'recovery':
      return build(`Reset your ${programName} password`, {
        preheader: `The link inside works once and expires in ${duration(mail.validForHours)}.`,
        title: 'Reset your password',
        intro: [hello, 'We received a request to reset your password. Choose a new one here.'],
        action: { label: 'Choose a new password', href: mail.link, showAddress: true },
        closing: [
          `The link works once and expires in ${duration(mail.validForHours)}. If you didn't ask for it, you can ignore this email. Your password won't change.`,
        ],
      })
    case 'invitation':
      return build(`You're invited to the ${programName} Admin Portal`, {
        preheader: 'Set a password to start.',
        title: 'Welcome to the Admin Portal',
        intro: [
          hello,
          mail.invitedBy
            ? `${isolate(mail.invitedBy)} has made you an admin of ${programName}. Set a password to sign in.`
            : `You have been made an admin of ${programName}. Set a password to sign in.`,
        ],
        action: { label: 'Set your password', href: mail.link, showAddress: true },
        closing: [`The link works once and expires in ${duration(mail.validForHours)}.`],
      })
    case 'account-invitation':
      return build(`Choose a password for ${programName}`, {
        preheader: 'Your account is ready.',
        title: 'Your account is ready',
        intro: [
          hello,
          mail.cause === 'invited'
            ? `The aftercare office has set up a ${programName} account for your family. Choose a password to sign in and register for days.`
            : `Someone (probably you) tried to sign up with this address. The aftercare office has already set up a ${programName} account for your family. Choose a password to sign in to it.`,
        ],
        action: { label: 'Choose a password', href: mail.link, showAddress: true },
        closing: [
          `The link works once and expires in ${duration(mail.validForHours)}. After that, choose "Forgot Password?" on the sign-in page for a new one.`,
        ],
      })
    case 'family-invitation': {
      const inviter = isolate(mail.invitedBy)
      return build(`${inviter} invited you to their family at ${programName}`, {
        preheader: 'See and plan the aftercare days of the same children.',
        title: 'Join a family',
        intro: [
          hello,
          `${inviter} uses ${programName} to plan aftercare for their children, and invited you to share it. With an account of your own you see the same children and days, and can register them, change days and say when a child isn't coming.`,
        ],
        action: { label: 'Join the family', href: mail.link, showAddress: true },
        closing: [
          `The link works once and expires in ${duration(mail.validForHours)}. It is meant for you alone: please don't pass it on. If you don't know ${inviter}, you can ignore this email.`,
        ],
      })
    }
    case 'account-exists':
      return build(`You already have a ${programName} account`, {
        preheader: 'Someone tried to sign up with this address.',
        title: 'You already have an account',
        intro: [
          hello,
          'Someone (probably you) tried to sign up with this address. You already have an account, so nothing changed.',
        ],
        action: { label: 'Sign in', href: `${publicUrl}/auth` },
        closing: ['Forgot your password? Choose "Forgot Password?" on the sign-in page.'],
      })
    case 'seat-opened': {
      const day = formatLongDate(mail.day)
      return build(`A seat opened on ${formatWeekdayDate(mail.day)}`, {
        preheader: 'It goes to whoever registers first.',
        title: 'A seat opened',
        intro: [hello, `You asked us to let you know: an aftercare seat opened on ${day}.`],
        action: { label: 'Choose the day', href: `${publicUrl}/monthly-signup?month=${mail.monthId}` },
        closing: [
          "We can't hold the seat for you. It goes to whoever registers first. We won't email you about this day again unless you ask.",
        ],
      })
    }
    case 'child-changed': {
      const child = isolate(mail.childName)
      return build(`${child}'s details were changed`, {
        preheader: 'The aftercare office corrected them. Please check that they are right.',
        title: `${child}'s details were changed`,
        intro: [hello, `The aftercare office changed ${child}'s details. Please check that they are right.`],
        table: {
          columns: [{ label: 'Detail' }, { label: 'Before' }, { label: 'Now' }],
          rows: mail.changes.map(({ label, before, after }) => [label, before, after]),
          empty: '',
        },
        action: { label: 'See your children', href: `${publicUrl}/children` },
        closing: ["If something isn't right, change it on that page or contact us."],
      })
    }
    case 'two-step': {
      const [title, sentence] = TWO_FACTOR_TEXTS[mail.news]
      return build(`${title} (${programName})`, {
        preheader: 'If this was you, no action is needed.',
        title,
        intro: [hello, sentence],
        action: { label: 'Go to your profile', href: `${publicUrl}/admin/profile` },
        closing: ["If you didn't expect this, change your password and contact us right away."],
      })
    }
    case 'email-changed':
      return build(`Your ${programName} email was changed`, {
        preheader: `From now on, sign in with ${mail.newEmail}.`,
        title: 'Your email was changed',
        intro: [
          hello,
          'The aftercare office changed the email address for your account. Sign in with the new one from now on.',
        ],
        facts: [{ label: 'New email', value: mail.newEmail }],
        closing: ["If you didn't expect this, please contact us right away."],
      })
    case 'password-changed':
      return build(`Your ${programName} password was changed`, {
        preheader: 'If this was you, no action is needed.',
        title: 'Your password was changed',
        intro: [hello, 'Your password was just changed. If this was you, no action is needed.'],
        closing: ["If this wasn't you, reset your password on the sign-in page and contact us right away."],
      })
  }
}
