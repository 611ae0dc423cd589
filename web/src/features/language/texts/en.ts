export const en = { id: 'language' as const, label: 'Language' }
