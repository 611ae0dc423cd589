import type { ReactNode } from 'react'

/** A screen, or a frame around the screens below it. Paths are whole: what a frame's children share is not cut off. */
export type Route = { path?: string; element: ReactNode; children?: readonly Route[] }

export type Params = Readonly<Record<string, string | undefined>>

export type Match = { params: Params /** From the outermost frame to the screen. */; elements: ReactNode[] }

const partsOf = (path: string) => path.split('/').filter(Boolean)

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * The values of `:name` parts, or null where the path is not the pattern's. `:name?` may be left out at the end; `*` at
 * the end is everything from there on.
 */
export function matchPath(pattern: string, pathname: string): Params | null {
  const wanted = partsOf(pattern)
  const parts = partsOf(pathname)
  if (wanted.at(-1) === '*') wanted.pop()
  else if (parts.length > wanted.length) return null
  const params: Record<string, string> = {}
  for (const [index, want] of wanted.entries()) {
    const part = parts[index]
    if (part === undefined) {
      if (want.endsWith('?')) continue
      return null
    }
    if (want.startsWith(':')) params[want.replace(/^:|\?$/g, '')] = decode(part)
    else if (want.toLowerCase() !== part.toLowerCase()) return null
  }
  return params
}

/** The first route of the list, from the top, whose path fits. */
export function matchRoutes(routes: readonly Route[], pathname: string): Match | null {
  for (const { path, element, children } of routes) {
    const inner = children && matchRoutes(children, pathname)
    if (inner) return { params: inner.params, elements: [element, ...inner.elements] }
    const params = path !== undefined && !children ? matchPath(path, pathname) : null
    if (params) return { params, elements: [element] }
  }
  return null
}
