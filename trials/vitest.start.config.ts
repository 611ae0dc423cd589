import { defineConfig } from 'vitest/config'
import shared from '../scripts/vitest.config'

/** `npm run test:start`. */
export default defineConfig({ test: { ...shared.test, name: 'start', include: ['start.trial.ts'] } })
