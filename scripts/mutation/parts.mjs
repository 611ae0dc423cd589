/**
 * What is mutated, the tests that have to notice (all other tests of the folder are left out, so that a run ends in a
 * bearable time), and the score below which the command fails.
 */
export const PARTS = {
  domain: {
    folder: 'domain',
    mutate: [
      'src/**/*.ts',
      '!src/**/*.test.ts',
      // Wording, and limits with their sentences: scripts/texts.test.ts compares the languages, and the tests of screens and mails the sentences.
      '!src/**/texts/*.ts',
      '!src/site-content/default-spanish.ts',
      '!src/{family/join-errors,imports/import-limits,program/logo-limit}.ts',
      // Lists of names without logic: their types check them.
      '!src/{lib/enums,live/{live-queries,live-topics}}.ts',
    ],
    tests: ['src/**/*.test.ts'],
    // One reads the source files, which contain all mutants at once here; the others take seconds per mutant.
    withoutTests: ['src/purity.test.ts', 'src/**/*.property.test.ts'],
    minScore: 92,
  },
  money: {
    folder: 'server',
    mutate: [
      'src/cancelled-days/cancel-days.ts',
      'src/cancelled-days/day-fees.ts',
      'src/months/prices.queries.ts',
      'src/payments/payment-row.ts',
      'src/payments/payments.queries.ts',
      'src/payment-imports/import-payments.ts',
      'src/pricing/pricing.queries.ts',
      'src/statement/statement.queries.ts',
      'src/submissions/cancel.ts',
      'src/submissions/edit.ts',
    ],
    tests: [
      'src/{payments,pricing,payment-imports,statement}/*.test.ts',
      'src/{cancelled-days/cancelled-days,months/months.admin}.test.ts',
      'src/family/shared-family*.test.ts',
      'src/submissions/{cancel,cancel-credited,edit,staff-edit,guest-edit,edit-mails,edited-since-billed}.test.ts',
      'src/submissions/{attended-days,bookings}.test.ts',
      'src/{children/children,registration/staff-registration}.test.ts',
    ],
    withoutTests: ['src/payment-imports/large-file.test.ts'],
    minScore: 80,
  },
  seats: {
    folder: 'server',
    mutate: [
      'src/drop-ins/add-drop-in.ts',
      'src/drop-ins/assert-not-booked.ts',
      'src/drop-ins/request-drop-in.ts',
      'src/months/months.queries.ts',
      'src/seat-watches/opened-seats.queries.ts',
      'src/registration/register.ts',
      'src/seat-watches/seat-watches.queries.ts',
      'src/submissions/bookings.queries.ts',
    ],
    tests: [
      'src/{drop-ins,registration,seat-watches}/*.test.ts',
      'src/months/{months,months.admin,seats}.test.ts',
      'src/cancelled-days/cancelled-days.test.ts',
      'src/submissions/bookings.test.ts',
      'src/attendance/attendance.queries.test.ts',
    ],
    // Hundreds of requests per mutant.
    withoutTests: ['src/registration/{closing-race,opening-minute}.test.ts'],
    minScore: 80,
  },
  access: {
    folder: 'server',
    mutate: [
      'src/auth/authenticate.ts',
      'src/db/adults.ts',
      'src/family/membership.ts',
      'src/db/family-transaction.ts',
      'src/http/route.ts',
    ],
    tests: [
      'src/access.test.ts',
      'src/family/*.test.ts',
      'src/auth/{sign-in,session,admin-accounts}.test.ts',
      'src/two-factor/two-factor-required.test.ts',
    ],
    minScore: 80,
  },
  erasure: {
    folder: 'server',
    mutate: [
      'src/auth/tombstone-email.ts',
      'src/privacy/delete-account.ts',
      'src/privacy/erase-family.ts',
      'src/privacy/erase-reviews.ts',
      'src/privacy/export-family-data.ts',
      'src/privacy/family-tables.ts',
      'src/privacy/family.queries.ts',
    ],
    tests: [
      'src/privacy/*.test.ts',
      'src/db/lock-order.test.ts',
      'src/family/shared-family*.test.ts',
      'src/payment-imports/payment-imports.test.ts',
    ],
    minScore: 80,
  },
}

/** Stryker's and vitest's configuration files take no arguments. */
export const PART_VARIABLE = 'AFTERCARE_MUTATION_PART'

export function currentPart() {
  const name = process.env[PART_VARIABLE] ?? ''
  const part = PARTS[name]
  if (!part) throw new Error(`${PART_VARIABLE} is none of ${Object.keys(PARTS).join(', ')}`)
  return { name, ...part }
}
