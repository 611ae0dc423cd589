import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adminRoutes } from './admin/admin-routes'
import { offlineRoutes } from './offline-routes'
import { routes } from './routes'

const inWeb = (path: string) => join(import.meta.dirname, '..', path)

describe('what opens offline', () => {
  it.each(Object.entries(offlineRoutes))(
    '%s is a route of the product, and what is cached exists',
    (scope, kept) => {
      expect([...routes, ...adminRoutes].map(({ path }) => path)).toContain(scope)
      const sources = 'notice' in kept ? [kept.notice] : kept.modules.map((module) => `src/${module}`)
      expect(sources.filter((source) => !existsSync(inWeb(source)))).toEqual([])
    },
  )

  it.each(Object.entries(offlineRoutes).filter(([, kept]) => 'modules' in kept))(
    '%s can show toasts, which are loaded after the page',
    (_, kept) => {
      expect('modules' in kept && kept.modules).toContain('ui/feedback/toast-region.tsx')
    },
  )
})
