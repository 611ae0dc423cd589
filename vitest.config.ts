import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const domain = join(import.meta.dirname, 'domain')

/** Whether a test or the rule beside it works with dates: only those could depend on the machine's time zone. */
const isAboutDates = (test: string) =>
  [test, test.replace('.test.ts', '.ts')]
    .map((name) => join(domain, name))
    .some(
      (file) => existsSync(file) && /new Date|Intl|Zone|days'|dates-format/.test(readFileSync(file, 'utf8')),
    )

const dateTests = readdirSync(join(domain, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((name) => name.endsWith('.test.ts') && isAboutDates(name))

const domainIn = (name: string, TZ: string, include: string[]) => ({
  extends: 'domain/vitest.config.ts',
  test: { name, root: 'domain', env: { TZ }, include },
})

export default defineConfig({
  test: {
    // All cores: by default one is left free, which on two is every other file.
    maxWorkers: '100%',
    projects: [
      domainIn('domain', 'UTC', ['src/**/*.test.ts']),
      domainIn('domain-auckland', 'Pacific/Auckland', dateTests),
      'server/vitest.config.ts',
      'web/vitest.config.ts',
      'scripts/vitest.config.ts',
    ],
  },
})
