export const en = {
  id: 'unsaved-changes' as const,
  description: "What you entered hasn't been saved and will be lost.",
  leave: { title: 'Leave without saving?', confirmLabel: 'Leave without saving', cancelLabel: 'Stay' },
  /** A dialog or panel. */
  close: {
    title: 'Close without saving?',
    confirmLabel: 'Close without saving',
    cancelLabel: 'Keep editing',
  },
}
