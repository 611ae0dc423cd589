export const NO_ALLERGIES = 'None'
const MEANS_NONE: readonly string[] = ['', 'none', 'n/a', 'no']

/** Parents also type "none" into the field, which means no allergy. */
export function hasAllergies(allergies: string | null | undefined): allergies is string {
  return !MEANS_NONE.includes((allergies ?? '').trim().toLowerCase())
}

export function allergiesText(allergies: string | null | undefined): string {
  return hasAllergies(allergies) ? allergies.trim() : NO_ALLERGIES
}

/** Shows an allergy from the child or the submission: leaving one out would be the worse mistake. */
export function namedAllergies(
  childAllergies: string | null | undefined,
  submissionAllergies: string | null | undefined,
): string {
  return allergiesText(hasAllergies(childAllergies) ? childAllergies : submissionAllergies)
}
