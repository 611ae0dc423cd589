import { describe, expect, it } from 'vitest'
import { adminRoutes } from '../../web/src/admin/admin-routes'
import { routes } from '../../web/src/routes'
import { listScreens, nameOf } from './screens.mjs'

const screens = listScreens([...routes, ...adminRoutes])

describe('the walk of test:a11y', () => {
  it('knows how to open every address of the product', () => {
    expect(screens.length).toBeGreaterThan(90)
    expect(screens.filter(({ path }) => path.includes(':'))).toEqual([])
  })

  it('refuses an address with a parameter that nobody gave a value for', () => {
    expect(() => listScreens([{ path: '/new/:id', access: 'admin' }])).toThrow('/new/:id')
  })

  it('calls each screen by a name of its own', () => {
    const names = screens.map(nameOf)
    expect(new Set(names).size).toBe(names.length)
  })
})
