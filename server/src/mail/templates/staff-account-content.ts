import { isolate } from '@aftercare/domain/lib/isolate'
import type { MailConfig, StaffAccountMail, TwoFactorEvent } from '../mail'
import { MAIL_TEXTS } from '../texts/texts'
import { duration, greeting } from './account-content'
import type { ComposedContent } from './email-content'

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

/** To staff only, in English. */
export function staffAccountContent(mail: StaffAccountMail, config: MailConfig): ComposedContent {
  const programName = config.program.name
  const hello = greeting(mail.name, MAIL_TEXTS.en)
  if (mail.template === 'two-factor') {
    const [title, sentence] = TWO_FACTOR_TEXTS[mail.news]
    return {
      subject: `${title} (${programName})`,
      content: {
        width: 600,
        preheader: 'If this was you, no action is needed.',
        title,
        intro: [hello, sentence],
        action: { label: 'Go to your profile', href: `${config.publicUrl}/admin/profile` },
        closing: ["If you didn't expect this, change your password and contact us right away."],
      },
    }
  }
  const { invitedBy, link, validForHours, role } = mail
  const isAide = role === 'attendance'
  return {
    subject: `You're invited to the ${programName} Admin Portal`,
    content: {
      width: 600,
      preheader: 'Set a password to start.',
      title: 'Welcome to the Admin Portal',
      intro: [
        hello,
        invitedBy
          ? `${isolate(invitedBy)} has ${isAide ? 'given you access to the attendance board' : 'made you an admin'} of ${programName}. Set a password to sign in.`
          : `You have been ${isAide ? 'given access to the attendance board' : 'made an admin'} of ${programName}. Set a password to sign in.`,
      ],
      action: { label: 'Set your password', href: link, showAddress: true },
      closing: [`The link works once and expires in ${duration(validForHours, MAIL_TEXTS.en)}.`],
    },
  }
}
