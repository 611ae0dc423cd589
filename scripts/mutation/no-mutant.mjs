import { inject } from 'vitest'

/** In a thread that has run another mutant: none while modules load. Stryker sets this one before the first test. */
if (inject('mode') === 'mutant' && inject('mutantActivation') === 'runtime')
  globalThis[inject('globalNamespace')].activeMutant = undefined
