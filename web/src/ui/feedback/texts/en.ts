export const en = {
  id: 'feedback' as const,
  loadFailed: "We couldn't load this",
  tryAgain: 'Try again',
  trying: 'Trying…',
}
