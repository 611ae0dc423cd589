import fc from 'fast-check'

/** A mutant that only the hundredth generated case would notice needs a row in a table. */
fc.configureGlobal({ numRuns: 20, endOnFailure: true })
