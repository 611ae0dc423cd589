import { render } from '@testing-library/react'
import { type ReactNode, useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { loadCode, toRoutes } from './page-routes'
import type { PageRoute } from './route-entry'

it("starts a page's prefetch before the page's own queries, where the code of both is loaded", async () => {
  const started: string[] = []
  function Page(): ReactNode {
    useLayoutEffect(() => void started.push('page'), [])
    return null
  }
  const prefetch = () => {
    started.push('prefetch')
    return null
  }
  const entry: PageRoute = {
    path: '/',
    page: 'a-page.tsx',
    prefetch: 'a.prefetch.ts',
    title: null,
    access: 'anyone',
  }
  const modules = {
    '/src/a-page.tsx': async () => ({ default: Page }),
    '/src/a.prefetch.ts': async () => ({ default: prefetch }),
  }
  const [route] = toRoutes([entry], modules)
  await loadCode(entry, modules)
  render(route?.element)
  expect(started).toEqual(['prefetch', 'page'])
})
