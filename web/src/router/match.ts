import type { ReactNode } from 'react'

/** A page, or a layout around its child routes. Paths are absolute, also those of children. */
export type Route = { path?: string; element: ReactNode; children?: readonly Route[] }

export type Params = Readonly<Record<string, string | undefined>>

export type Match = { params: Params /** From the outermost layout to the page. */; elements: ReactNode[] }

const segmentsOf = (path: string) => path.split('/').filter(Boolean)

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * The values of `:name` segments, or null where the path does not match. At the end, `:name?` is optional and `*`
 * matches the rest.
 */
export function matchPath(pattern: string, pathname: string): Params | null {
  const patternSegments = segmentsOf(pattern)
  const segments = segmentsOf(pathname)
  if (patternSegments.at(-1) === '*') patternSegments.pop()
  else if (segments.length > patternSegments.length) return null
  const params: Record<string, string> = {}
  for (const [index, expected] of patternSegments.entries()) {
    const segment = segments[index]
    if (segment === undefined) {
      if (expected.endsWith('?')) continue
      return null
    }
    if (expected.startsWith(':')) params[expected.replace(/^:|\?$/g, '')] = decode(segment)
    else if (expected.toLowerCase() !== segment.toLowerCase()) return null
  }
  return params
}

/** The first route whose path matches. */
export function matchRoutes(routes: readonly Route[], pathname: string): Match | null {
  for (const { path, element, children } of routes) {
    const inner = children && matchRoutes(children, pathname)
    if (inner) return { params: inner.params, elements: [element, ...inner.elements] }
    const params = path !== undefined && !children ? matchPath(path, pathname) : null
    if (params) return { params, elements: [element] }
  }
  return null
}
