/** The four sections of editable texts; visitors read the first three. */
export const PUBLIC_SECTIONS = ['about_aftercare', 'registration_agreement', 'dropin_agreement'] as const
export const SECTIONS = [...PUBLIC_SECTIONS, 'email_templates'] as const

export type PublicSection = (typeof PUBLIC_SECTIONS)[number]
export type Section = (typeof SECTIONS)[number]
