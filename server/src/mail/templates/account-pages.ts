import { formatLongDate, formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import type { AccountMail, MailConfig, TwoStepNews } from '../mail'
import type { MailPage } from './page'

type AccountPage = { subject: string; page: MailPage }

/** "1 hour", "24 hours", "7 days" */
function duration(hours: number): string {
  const [count, unit] = hours > 48 && hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

export const greeting = (name: string) => (name.trim() === '' ? 'Hello,' : `Hello ${isolate(name.trim())},`)

/** Subject and sentence of each. */
const TWO_STEP_WORDS: Record<TwoStepNews, [title: string, sentence: string]> = {
  on: [
    'Two-step sign-in is on',
    'Signing in to your account now asks for a code of your authenticator app after the password. Keep your recovery codes where you find them without your phone.',
  ],
  off: ['Two-step sign-in is off', 'Your password alone signs in to your account again.'],
  reset: [
    'Your two-step sign-in was reset',
    'Two-step sign-in of your account was reset for you. Your password alone signs in; please set it up again on your profile.',
  ],
  'new-codes': [
    'You have new recovery codes',
    'New recovery codes were made for your account. The old ones no longer work.',
  ],
  'recovery-used': [
    'A recovery code was used',
    'Somebody signed in to your account with your password and one of your recovery codes. It will not work again.',
  ],
  locked: [
    'Five wrong codes were entered',
    'Five wrong codes were entered for your account after its password, so that no code is taken for 15 minutes. If it was not you, somebody knows your password: please change it.',
  ],
}

export function accountPage(mail: AccountMail, config: MailConfig): AccountPage {
  const { programName, publicUrl } = config
  const hello = greeting(mail.name)
  const build = (subject: string, page: Omit<MailPage, 'width'>): AccountPage => ({
    subject,
    page: { width: 600, ...page },
  })

  switch (mail.template) {
    case 'verification':
      return build(`Verify your email for ${programName}`, {
        preheader: 'One tap and your account is ready.',
        title: 'Verify your email',
        intro: [
          hello,
          `Thank you for signing up for ${programName}. Please confirm that this address is yours.`,
        ],
        action: { label: 'Verify email', href: mail.link, showAddress: true },
        closing: [
          `The link works once and for ${duration(mail.validForHours)}. If you did not sign up, you can ignore this mail.`,
        ],
      })
    case 'recovery':
      return build(`Reset your ${programName} password`, {
        preheader: `The link inside works once and for ${duration(mail.validForHours)}.`,
        title: 'Reset your password',
        intro: [hello, 'We were asked to reset the password of your account. Choose a new one here.'],
        action: { label: 'Choose a new password', href: mail.link, showAddress: true },
        closing: [
          `The link works once and for ${duration(mail.validForHours)}. If you did not ask for it, you can ignore this mail: your password stays as it is.`,
        ],
      })
    case 'invitation':
      return build(`You are invited to the ${programName} Admin Portal`, {
        preheader: 'Set a password to start.',
        title: 'Welcome to the Admin Portal',
        intro: [
          hello,
          mail.invitedBy
            ? `${isolate(mail.invitedBy)} has made you an admin of ${programName}. Set a password to sign in.`
            : `You have been made an admin of ${programName}. Set a password to sign in.`,
        ],
        action: { label: 'Set your password', href: mail.link, showAddress: true },
        closing: [`The link works once and for ${duration(mail.validForHours)}.`],
      })
    case 'account-exists':
      return build(`You already have a ${programName} account`, {
        preheader: 'Somebody tried to sign up with this address.',
        title: 'You already have an account',
        intro: [
          hello,
          'Somebody, most likely you, tried to create an account with this address. There is one already, so nothing was changed.',
        ],
        action: { label: 'Sign in', href: `${publicUrl}/auth` },
        closing: ['Password forgotten? Choose "Forgot Password?" on the sign-in page.'],
      })
    case 'seat-opened': {
      const day = formatLongDate(mail.day)
      return build(`A seat is free on ${formatWeekdayDate(mail.day)}`, {
        preheader: 'It is not held: whoever registers first has it.',
        title: 'A seat is free',
        intro: [hello, `You asked us to tell you: a seat is free in aftercare on ${day}.`],
        action: { label: 'Choose the day', href: `${publicUrl}/monthly-signup?month=${mail.monthId}` },
        closing: [
          'The seat is not held for you: whoever registers first has it. You will not hear of this day again unless you ask anew.',
        ],
      })
    }
    case 'two-step': {
      const [title, sentence] = TWO_STEP_WORDS[mail.news]
      return build(`${title} (${programName})`, {
        preheader: 'If this was you, there is nothing to do.',
        title,
        intro: [hello, sentence],
        action: { label: 'Look at your profile', href: `${publicUrl}/admin/profile` },
        closing: ['If you did not expect this, change your password and write to us at once.'],
      })
    }
    case 'email-changed':
      return build(`Your ${programName} email was changed`, {
        preheader: `From now on, sign in with ${mail.newEmail}.`,
        title: 'Your email was changed',
        intro: [
          hello,
          'The address of your account was changed by the aftercare office. Sign in with the new one from now on.',
        ],
        facts: [{ label: 'New email', value: mail.newEmail }],
        closing: ['If you did not expect this, please write to us at once.'],
      })
    case 'password-changed':
      return build(`Your ${programName} password was changed`, {
        preheader: 'If this was you, there is nothing to do.',
        title: 'Your password was changed',
        intro: [
          hello,
          'The password of your account was just changed. If this was you, there is nothing to do.',
        ],
        closing: ['If it was not you, reset your password on the sign-in page and write to us at once.'],
      })
  }
}
