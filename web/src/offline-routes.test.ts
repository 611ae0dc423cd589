import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { offlineRoutes } from './offline-routes'

const inWeb = (path: string) => join(import.meta.dirname, '..', path)

describe('what opens without a connection', () => {
  it.each(Object.entries(offlineRoutes))(
    '%s is an address of the product, and what is kept is there',
    (scope, kept) => {
      expect(readFileSync(inWeb('src/routes.tsx'), 'utf8')).toContain(`path: '${scope}'`)
      const sources = 'notice' in kept ? [kept.notice] : kept.modules.map((module) => `src/${module}`)
      expect(sources.filter((source) => !existsSync(inWeb(source)))).toEqual([])
    },
  )
})
