import { describe, expect, it } from 'vitest'
import { adminRoutes } from '../../web/src/admin/admin-routes'
import { routes } from '../../web/src/routes'
import { listScreens, nameOf } from './screens.mjs'

const screens = listScreens([...routes, ...adminRoutes])

describe('the screens of test:a11y', () => {
  it('include every route of the product', () => {
    expect(screens.length).toBeGreaterThan(90)
    expect(screens.filter(({ path }) => path.includes(':'))).toEqual([])
  })

  it('reject a route with a parameter that has no value', () => {
    expect(() => listScreens([{ path: '/new/:id', access: 'admin' }])).toThrow('/new/:id')
  })

  it('have unique names', () => {
    const names = screens.map(nameOf)
    expect(new Set(names).size).toBe(names.length)
  })
})
