export const en = {
  id: 'claim-dialog' as const,
  title: 'Add to your account',
  description: (title: string, days: string, fee: string, child: string) =>
    `${title}: ${days}, ${fee}. Submitted for ${child}.`,
  added: (title: string) => `${title} has been added to your account.`,
  failed: "We couldn't add this to your account. Please try again.",
  add: 'Add',
  childrenFailed: "We couldn't load your children.",
  which: 'Which child is it for?',
  newChild: 'A new child',
  name: 'Name',
  allergies: 'Allergies',
  allergiesHint: 'Food, medicine or anything else.',
  reminder:
    "Allergies you entered as a guest: {allergies}. Please make sure they're listed for {child} under My Children.",
}
