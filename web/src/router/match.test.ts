import { describe, expect, it } from 'vitest'
import { matchPath, matchRoutes, type Route } from './match'

describe('a path', () => {
  it.each([
    ['/', '/', {}],
    ['/auth', '/auth', {}],
    ['/auth', '/auth/', {}],
    ['/auth', '/AUTH', {}],
    ['/monthly-signup/:month?', '/monthly-signup', {}],
    ['/monthly-signup/:month?', '/monthly-signup/abc', { month: 'abc' }],
    ['/admin/months/:monthId/print', '/admin/months/7/print', { monthId: '7' }],
    ['/admin/parent-users/:parentId', '/admin/parent-users/guest%3Aa%40b.c', { parentId: 'guest:a@b.c' }],
    ['/admin/parent-users/:parentId', '/admin/parent-users/%E0%A4%A', { parentId: '%E0%A4%A' }],
    ['*', '/anything/at/all', {}],
    ['/admin/*', '/admin', {}],
    ['/admin/*', '/admin/months/7', {}],
  ])('%s matches %s', (pattern, pathname, params) => {
    expect(matchPath(pattern, pathname)).toEqual(params)
  })

  it.each([
    ['/', '/auth'],
    ['/auth', '/'],
    ['/auth', '/auth/more'],
    ['/admin/months/:monthId/print', '/admin/months/7'],
    ['/admin/months/:monthId/print', '/admin/months/7/other'],
    ['/admin/parent-users/:parentId', '/admin/parent-users'],
    ['/admin/*', '/administration'],
  ])('%s does not match %s', (pattern, pathname) => {
    expect(matchPath(pattern, pathname)).toBeNull()
  })
})

describe('the list of routes', () => {
  const routes: Route[] = [
    { path: '/admin/login', element: 'sign-in' },
    {
      element: 'layout',
      children: [
        { path: '/admin', element: 'home' },
        { element: 'gate', children: [{ path: '/admin/:page', element: 'page' }] },
      ],
    },
    { path: '*', element: 'not found' },
  ]

  it.each([
    ['/admin/login', ['sign-in'], {}],
    ['/admin', ['layout', 'home'], {}],
    ['/admin/months', ['layout', 'gate', 'page'], { page: 'months' }],
    ['/admin/months/further', ['not found'], {}],
    ['/elsewhere', ['not found'], {}],
  ])('matches %s to the first route, inside its layouts', (pathname, elements, params) => {
    expect(matchRoutes(routes, pathname)).toEqual({ elements, params })
  })

  it('is null where nothing matches', () => {
    expect(matchRoutes(routes.slice(0, 2), '/elsewhere')).toBeNull()
  })
})
