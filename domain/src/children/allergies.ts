const NO_ALLERGIES = 'None'
export const MEANS_NONE: readonly string[] = ['', 'none', 'n/a', 'no']

/** Texts that differ only in case or outer spaces are the same. */
const keyOf = (allergies: string | null | undefined): string => (allergies ?? '').trim().toLowerCase()

/** Parents also type "none" into the field, which means no allergy. */
export function hasAllergies(allergies: string | null | undefined): allergies is string {
  return !MEANS_NONE.includes(keyOf(allergies))
}

/**
 * The allergies of a child from everything known about it: the child on file first, then its submissions. Each is shown
 * once, as typed first; lists are not taken apart. Leaving one out would be the worst mistake.
 */
export function allergiesText(...known: readonly (string | null | undefined)[]): string {
  const named = new Map<string, string>()
  for (const allergies of known) {
    if (hasAllergies(allergies) && !named.has(keyOf(allergies))) named.set(keyOf(allergies), allergies.trim())
  }
  return named.size === 0 ? NO_ALLERGIES : [...named.values()].join('; ')
}
