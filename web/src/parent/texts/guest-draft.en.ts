export const en = {
  id: 'guest-draft' as const,
  text: 'Your entries stay in this tab until you submit or close it.',
  clear: 'Clear this form',
}
