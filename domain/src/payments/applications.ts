/** A submission with what its own payments have not covered. */
export type OpenSubmission = { id: string; openCents: number }

export type AppliedPart = { submissionId: string; cents: number }

/**
 * What is left of a general payment, applied to open submissions in their order until it is used up. Never more than
 * is open: the rest stays a general payment.
 */
export function applyToOpen(leftCents: number, submissions: readonly OpenSubmission[]): AppliedPart[] {
  let rest = leftCents
  const parts: AppliedPart[] = []
  for (const { id, openCents } of submissions) {
    const cents = Math.min(rest, openCents)
    if (cents > 0) parts.push({ submissionId: id, cents })
    rest -= Math.max(0, cents)
  }
  return parts
}

/** Whether what was shown is what would be done now. */
export const isSameApplication = (shown: readonly AppliedPart[], now: readonly AppliedPart[]): boolean =>
  shown.length === now.length &&
  shown.every(({ submissionId, cents }, n) => {
    const part = now[n]
    return part?.submissionId === submissionId && part.cents === cents
  })
