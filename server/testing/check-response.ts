import { z } from '@hono/zod-openapi'
import { expect } from 'vitest'
import { api } from '../src/api'

/** In the order in which Hono tries them. */
const ROUTES = api.openAPIRegistry.definitions.flatMap((definition) => {
  if (definition.type !== 'route') return []
  const { method, path, responses } = definition.route
  const response = responses[200]
  const content = response && 'content' in response && response.content?.['application/json']
  const schema = content && 'schema' in content && content.schema
  const pattern = new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return [{ method: method.toUpperCase(), pattern, schema: schema instanceof z.ZodType ? schema : null }]
})

/** A column missing from a `select`, or one too many, is no type error. */
export function checkResponse(method: string, path: string, body: unknown): void {
  const [pathname = ''] = path.split('?')
  const route = ROUTES.find((each) => each.method === method && each.pattern.test(pathname))
  if (!route?.schema) return
  const parsed = route.schema.safeParse(body)
  expect(parsed, `${method} ${pathname} sends what it declares`).toEqual({ success: true, data: body })
}
