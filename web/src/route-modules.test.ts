import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { startDashboardReads } from './parent/dashboard/dashboard-reads'
import { routeModules, routeReads } from './route-modules'

const routes = readFileSync(join(import.meta.dirname, 'routes.tsx'), 'utf8')
const all = (pattern: RegExp) => [...routes.matchAll(pattern)].map((match) => match[1] ?? '')
const isBehindGate = (path: string) => /^\/admin(\/|$)/.test(path) && path !== '/admin/login'

describe('the modules of each address', () => {
  it('are known for every address that is open before the role is, and for no other', () => {
    const paths = all(/\bpath: '(\/[^']*)'/g).filter((path) => !isBehindGate(path))
    expect(paths.length).toBeGreaterThan(10)
    expect(Object.keys(routeModules).sort()).toEqual(paths.sort())
  })

  it('are all that the addresses load when they are asked for', () => {
    const loaded = new Set(
      all(/\bimport\('\.\/(.+?)'\)/g).filter(
        (file) => !/^(admin\/(?!auth)|features\/.*\.admin\.)/.test(file),
      ),
    )
    const named = new Set(
      Object.values(routeModules)
        .flat()
        .map((file) => file.replace(/\.tsx?$/, '')),
    )
    expect([...named].sort()).toEqual([...loaded].sort())
  })
})

it('names what the dashboard reads letter by letter as the dashboard asks for it', async () => {
  const ask = vi.fn((_: unknown) => new Promise<Response>(() => undefined))
  vi.stubGlobal('fetch', ask)
  startDashboardReads()
  await vi.waitFor(() => expect(ask.mock.calls.map(([address]) => address)).toEqual(routeReads['/dashboard']))
  vi.unstubAllGlobals()
})
