export const en = {
  id: 'language-choice' as const,
  help: 'Emails to you come in this language too.',
  saveFailed: {
    title: 'Your choice was not saved',
    text: 'Please check your connection and choose the language again.',
  },
}
