export const en = {
  id: 'family-change' as const,
  joined: {
    title: 'You joined the family',
    message: 'You now see its children, registrations and payments.',
  },
  left: {
    title: "You're no longer in the family",
    message: "Your account stays, without the family's children and registrations.",
  },
}
