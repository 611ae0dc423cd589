import { DISMISSAL_LABELS } from '@aftercare/domain/attendance/attendance'
import { CHILD_LABELS } from '@aftercare/domain/children/child-changes'
import { cancelledSubject, cancelledText } from '@aftercare/domain/family-messages/family-messages'
import { joinList } from '@aftercare/domain/lib/join-list'
import type { FeeChoice } from '@aftercare/domain/pricing/credits'

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`)
const billing = 'Fees are billed through our external billing system.'

/** Of emails to parents and guests; those to staff are English only. */
export const en = {
  id: 'mail' as const,
  questions: 'Questions?',
  openLink: 'Or open this link:',
  privateLink: (validDays: number) =>
    `Keep this link private: anyone who has it can see these days and the fee. It works for ${validDays} days.`,
  test: 'This is a test email. The names and numbers in it are made up.',
  hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
  sentBy: (name: string) => `Sent by ${name}.`,
  days,
  hours,
  verification: {
    subject: (program: string) => `Verify your email for ${program}`,
    preheader: 'Confirm your email, then sign in.',
    title: 'Verify your email',
    intro: (program: string) =>
      `Thank you for signing up for ${program}. Please confirm that this is your email address.`,
    changed: {
      intro: (program: string) =>
        `The aftercare office changed the email address of your ${program} account to this one. Please confirm that it is yours. Until then you can't sign in, and we hold other emails to you.`,
      closing: (validFor: string) =>
        `The link works once and expires in ${validFor}. If this isn't your account, please ignore this email.`,
    },
    action: 'Verify email',
    closing: (validFor: string) =>
      `The link works once and expires in ${validFor}. If you didn't sign up, you can ignore this email.`,
  },
  recovery: {
    subject: (program: string) => `Reset your ${program} password`,
    preheader: (validFor: string) => `The link inside works once and expires in ${validFor}.`,
    title: 'Reset your password',
    intro: 'We received a request to reset your password. Choose a new one here.',
    action: 'Choose a new password',
    closing: (validFor: string) =>
      `The link works once and expires in ${validFor}. If you didn't ask for it, you can ignore this email. Your password won't change.`,
  },
  accountInvitation: {
    subject: (program: string) => `Choose a password for ${program}`,
    preheader: 'Your account is ready.',
    title: 'Your account is ready',
    intro: {
      invited: (program: string) =>
        `The aftercare office has set up a ${program} account for your family. Choose a password to sign in and register for days.`,
      'signed-up': (program: string) =>
        `Someone (probably you) tried to sign up with this address. The aftercare office has already set up a ${program} account for your family. Choose a password to sign in to it.`,
      'signed-up-again': (program: string) =>
        `Someone (probably you) signed up for ${program} with this address more than once, with different passwords. To protect your account, none of them works. Choose a password to confirm your email and sign in. If this wasn't you, you can ignore this email.`,
    },
    again: {
      preheader: 'Someone signed up with this address more than once.',
      title: 'Please choose a password',
    },
    action: 'Choose a password',
    closing: (validFor: string) =>
      `The link works once and expires in ${validFor}. After that, choose "Forgot Password?" on the sign-in page for a new one.`,
  },
  theOffice: 'The aftercare office',
  familyInvitation: {
    subject: (inviter: string, program: string) => `${inviter} invited you to their family at ${program}`,
    preheader: 'See and plan the aftercare days of the same children.',
    title: 'Join a family',
    intro: (inviter: string, program: string) =>
      `${inviter} uses ${program} to plan aftercare for their children, and invited you to share it. With an account of your own you see the same children and days, and can register them, change days and say when a child isn't coming.`,
    byOffice: {
      subject: (adult: string, program: string) => `You were invited to the family of ${adult} at ${program}`,
      intro: (adult: string, program: string) =>
        `${adult} uses ${program} to plan aftercare for their children, and the aftercare office invited you to share it. With an account of your own you see the same children and days, and can register them, change days and say when a child isn't coming.`,
    },
    action: 'Join the family',
    closing: (inviter: string, validFor: string) =>
      `The link works once and expires in ${validFor}. It is meant for you alone: please don't pass it on. If you don't know ${inviter}, you can ignore this email.`,
  },
  guestConfirmation: {
    subject: (request: string) => `Please confirm your ${request}`,
    preheader: (by: string) => `Confirm by ${by}, or it will be dropped.`,
    title: 'Please confirm your email',
    what: {
      registration: (month: string) => `registration for ${month}`,
      dropIn: (date: string) => `drop-in request for ${date}`,
    },
    intro: (request: string, by: string) =>
      `We received a ${request} with this email address. Please confirm it by ${by}. We hold the days until then. If it isn't confirmed, it is dropped and nothing is booked.`,
    action: 'Confirm',
    closing: "If this wasn't you, you can ignore this email.",
  },
  familyInvited: {
    subject: (inviter: string, program: string) => `${inviter} invited someone to your family at ${program}`,
    preheader: 'Please check that this is right.',
    title: 'Someone was invited to your family',
    intro: (inviter: string) =>
      `${inviter} invited another adult to your family. Once they join, they see the same children and days as you do, and can change them.`,
    invitedAddress: 'Invited address',
    action: 'See the adults in your family',
    closing: "If this isn't right, cancel the invitation on your profile, and contact us right away.",
  },
  familyJoined: {
    subject: (adult: string, program: string) => `${adult} joined your family at ${program}`,
    preheader: 'Please check that this is right.',
    title: 'Someone joined your family',
    intro: (adult: string) =>
      `${adult} was invited and has joined your family. They now see the same children and days as you do, and can change them.`,
    emailAddress: 'Email address',
    action: 'See the adults in your family',
    closing: "If this isn't right, please contact us right away.",
  },
  accountExists: {
    subject: (program: string) => `You already have a ${program} account`,
    preheader: 'Someone tried to sign up with this address.',
    title: 'You already have an account',
    intro:
      'Someone (probably you) tried to sign up with this address. You already have an account, so nothing changed.',
    action: 'Sign in',
    closing: 'Forgot your password? Choose "Forgot Password?" on the sign-in page.',
  },
  seatOpened: {
    subject: (day: string) => `A seat opened on ${day}`,
    preheader: 'It goes to whoever registers first.',
    title: 'A seat opened',
    intro: (day: string) => `You asked us to let you know: an aftercare seat opened on ${day}.`,
    action: 'Choose the day',
    closing:
      "We can't hold the seat for you. It goes to whoever registers first. We won't email you about this day again unless you ask.",
  },
  childChanged: {
    title: (child: string) => `${child}'s details were changed`,
    preheader: 'The aftercare office corrected them. Please check that they are right.',
    intro: (child: string) =>
      `The aftercare office changed ${child}'s details. Please check that they are right.`,
    added: {
      title: (child: string) => `${child} was added to your family`,
      preheader: 'The aftercare office added a child. Please check that the details are right.',
      intro: (child: string) =>
        `The aftercare office added ${child} to your family. Please check that the details are right.`,
    },
    byAdult: {
      title: (child: string) => `Who picks up ${child} was changed`,
      preheader: 'Another adult of your family changed it. Please check that it is right.',
      intro: (adult: string, child: string) =>
        `${adult} changed who may or who must not pick up ${child}. Please check that it is right.`,
      somebody: 'Another adult of your family',
    },
    columns: { detail: 'Detail', before: 'Before', now: 'Now' },
    labels: CHILD_LABELS,
    none: 'None',
    withheld: 'Not in this email',
    changed: 'Changed',
    action: 'See your children',
    closing: "If something isn't right, change it on that page or contact us.",
  },
  emailChanged: {
    subject: (program: string) => `Your ${program} email was changed`,
    preheader: (email: string) => `From now on, sign in with ${email}.`,
    title: 'Your email was changed',
    intro:
      'The aftercare office changed the email address for your account. Open the link that we sent to the new one, then sign in with it. This address no longer works.',
    newEmail: 'New email',
    closing: "If you didn't expect this, please contact us right away.",
  },
  accountErasure: {
    subject: (program: string) => `Do you want to keep your ${program} account?`,
    preheader: (day: string) => `Otherwise we will erase it on ${day}.`,
    title: 'Do you want to keep your account?',
    intro: (program: string, day: string) =>
      `You haven't used ${program} for a long time. We don't keep families' data longer than we need it, so we will erase your account and your family's data on ${day} or soon after.`,
    kept: 'To keep everything as it is, just sign in before then. If that is fine with you, there is nothing to do.',
    action: 'Sign in to keep it',
    closing: 'Forgot your password? Choose "Forgot Password?" on the sign-in page. Or reply to this email.',
  },
  passwordChanged: {
    subject: (program: string) => `Your ${program} password was changed`,
    preheader: 'If this was you, no action is needed.',
    title: 'Your password was changed',
    intro: 'Your password was just changed. If this was you, no action is needed.',
    closing: "If this wasn't you, reset your password on the sign-in page and contact us right away.",
    check:
      "If somebody else knew the old password of a family's account, also look at its profile: who belongs to the family, who is invited, and the calendar link, which you can replace.",
  },
  message: {
    fees: {
      credit: (days: number): string =>
        days === 1
          ? "The fee for this day is credited: it is taken off your family's total."
          : "The fees for these days are credited: they are taken off your family's total.",
      keep: (days: number): string =>
        days === 1 ? 'The fee for this day stays as booked.' : 'The fees for these days stay as booked.',
    } satisfies Record<FeeChoice, unknown>,
    closing: (days: readonly string[]) =>
      days.length === 0
        ? 'Just reply to reach us.'
        : `You're receiving this because your family is registered for aftercare on ${joinList(days)}. Just reply to reach us.`,
    /** As proposed to staff, who may have changed it. */
    cancelledSubject,
    cancelledText,
  },
  facts: {
    child: 'Child',
    children: 'Children',
    month: 'Month',
    date: 'Date',
    dismissal: 'Dismissal',
    dismissals: DISMISSAL_LABELS,
    fee: 'Fee',
    feeOnceApproved: 'Fee once approved',
    totalFee: 'Total Fee',
    feeBefore: 'Fee before',
    added: (count: number) => `${days(count)} added`,
    removed: (count: number) => `${days(count)} removed`,
    now: (count: number) => `${days(count)} now`,
    cancelled: (count: number) => `${days(count)} cancelled`,
    withoutCare: (count: number) => `${days(count)} no longer with aftercare, not charged`,
    givenUp: (count: number) => `${days(count)} given up`,
    stay: (count: number) => `${days(count)} ${count === 1 ? 'stays' : 'stay'}`,
  },
  seeRegistration: 'See the registration',
  seeDropIn: 'See the request',
  registered: {
    title: (child: string, month: string) => `${child} is registered for ${month}`,
    intro: `We received your registration. ${billing}`,
  },
  dropIn: {
    title: 'We have your drop-in request',
    intro: (child: string, date: string) => `We have your request for ${child} on ${date}. ${billing}`,
    waiting: (child: string, date: string) =>
      `We have your request for ${child} on ${date}. It is waiting for approval: we will email you whether ${child} can come. Until then we don't expect ${child}, and there is no fee.`,
  },
  dropInWithdrawn: {
    title: (date: string) => `Your drop-in request for ${date} was withdrawn`,
    intro: (child: string, date: string) =>
      `The drop-in of ${child} on ${date} was withdrawn, so we removed it.`,
  },
  dropInDeclined: {
    title: (date: string) => `Your drop-in request for ${date} could not be accepted`,
    intro: (child: string, date: string) =>
      `The aftercare office could not accept the drop-in of ${child} on ${date}.`,
    dayCancelled: 'Aftercare is cancelled on this day.',
  },
  dropInApproved: {
    title: (date: string) => `Your drop-in request for ${date} is approved`,
    intro: (child: string, date: string) =>
      `The aftercare office approved the drop-in of ${child} on ${date}. ${billing}`,
  },
  officeWrites: 'This is what the office writes:',
  changed: {
    title: (month: string) => `Your registration for ${month} was changed`,
    byStaff: (child: string) => `The aftercare office changed the days of ${child}.`,
    byFamily: (child: string) => `We saved your changes to the days of ${child}.`,
    fee: (now: string, before: string) => `Total fee: ${now}, before: ${before}.`,
    billing,
  },
  cancelled: {
    title: (month: string) => `Your registration for ${month} was cancelled`,
    intro: (child: string, month: string) =>
      `The aftercare office cancelled the registration of ${child} for ${month}.`,
    feeKept: 'The fee stays as it was.',
    noFee: 'There is no fee.',
    daysStay: (child: string) => `The days on which ${child} was here stay, with their fee.`,
    daysFree: 'Its days are free for other families. Payments already made stay recorded.',
    otherDaysFree: 'Its other days are free for other families. Payments already made stay recorded.',
  },
  declined: {
    title: (month: string) => `Your registration for ${month} was not cancelled`,
    intro: (child: string, month: string) =>
      `You asked us to cancel the registration of ${child} for ${month}. It stays as it is. This is what the office writes:`,
  },
  restored: {
    title: (month: string) => `Your registration for ${month} is back`,
    intro: (child: string, month: string) =>
      `The aftercare office undid the cancellation: ${child} is registered for ${month} as before.`,
  },
}
