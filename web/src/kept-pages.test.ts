import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keptPages } from './kept-pages'

describe('a page that opens without a connection', () => {
  it.each(Object.entries(keptPages))(
    '%s is an address of the product, and its modules are there',
    (page, modules) => {
      const routes = readFileSync(join(import.meta.dirname, 'routes.tsx'), 'utf8')
      expect(routes).toContain(`path: '${page}'`)
      expect(modules.filter((module) => !existsSync(join(import.meta.dirname, module)))).toEqual([])
    },
  )
})
