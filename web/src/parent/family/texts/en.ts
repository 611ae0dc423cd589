export const en = {
  id: 'family' as const,
  title: 'Adults in this family',
  text: 'Everybody here sees and manages the same children, registrations and payments, each with their own password.',
  loadFailed: "We couldn't load the adults in this family",
  you: 'You',
  remove: {
    button: 'Remove',
    label: (name: string) => `Remove ${name}`,
    title: (name: string) => `Remove ${name}?`,
    text: (name: string) =>
      `${name} can't see or change anything of your family from then on. What they did stays.`,
    done: { title: 'Removed', text: (name: string) => `${name} is no longer in this family.` },
    failed: "We couldn't remove this adult. Please try again.",
  },
  leave: {
    button: 'Leave this family',
    title: 'Leave this family?',
    text: 'You will no longer see its children, registrations and payments. They stay with the family, and your account stays yours. To come back, you need a new invitation.',
    confirm: 'Leave',
    failed: "We couldn't take you out of the family. Please try again.",
  },
  invitation: {
    dates: (sent: string, expires: string) => `Invited ${sent}, link works until ${expires}`,
    sendAgain: 'Send again',
    sendAgainLabel: (email: string) => `Send again: invitation to ${email}`,
    sentAgain: {
      title: 'Invitation sent',
      text: (email: string) => `${email} has a new link. The old one no longer works.`,
    },
    cancel: 'Cancel',
    cancelLabel: (email: string) => `Cancel the invitation to ${email}`,
    cancelTitle: 'Cancel this invitation?',
    cancelText: (email: string) => `The link sent to ${email} stops working right away.`,
    confirm: 'Cancel invitation',
    keep: 'Keep it',
    cancelled: {
      title: 'Invitation cancelled',
      text: (email: string) => `The link sent to ${email} no longer works.`,
    },
    closed: {
      title: 'Invitation no longer open',
      text: (email: string) => `The invitation to ${email} was accepted, cancelled or sent again meanwhile.`,
    },
    failed: "We couldn't change this invitation. Please try again.",
  },
  invite: {
    label: 'Invite another adult',
    hint: 'Their email address. We send a link that works once, for 7 days.',
    send: 'Send invitation',
    sent: {
      title: 'Invitation sent',
      text: (email: string) => `We sent a link to ${email}. It works for 7 days.`,
    },
    full: (max: number) => `A family can have up to ${max} adults, open invitations included.`,
    failed: "We couldn't send the invitation. Please try again.",
  },
}
