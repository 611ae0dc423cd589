export const en = {
  id: 'about' as const,
  hours: 'Program hours',
  pricing: 'Pricing',
  contact: 'Contact',
}
