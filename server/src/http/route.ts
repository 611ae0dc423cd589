import { ACCESS, type Action, scopeOf } from '@aftercare/domain/auth/access'
import { fieldErrorsOf } from '@aftercare/domain/lib/fields'
import { createRoute, OpenAPIHono, type RouteConfig, type z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors'
import type { Account, AppContext, AppEnv } from './context'
import { rejectControlChars } from './reject-control-chars'

/** Lets only those pass whom the access table gives the action. */
function authorise(action: Action): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { account, roles } = c.var.viewer
    if (scopeOf(action, roles) === 'none') {
      if (!account) throw new AppError('signed-out')
      if (roles.includes('admin-pending-mfa')) throw new AppError('two-factor-required')
      throw new AppError(ACCESS[action].admin === 'any' ? 'admins-only' : 'forbidden')
    }
    await next()
  }
}

/** Declares a route together with the action it needs; there is no way to declare one without. */
export function route<
  P extends string,
  const R extends Omit<RouteConfig, 'path' | 'middleware'> & { path: P },
>(action: Action, config: R) {
  const declared = { ...config, middleware: [authorise(action), rejectControlChars], 'x-action': action }
  return createRoute(declared as R)
}

/** A group of routes whose invalid requests all answer the same way, naming every field at once. */
export function routes() {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw new AppError('invalid', {}, fieldErrorsOf(result.error))
    },
  })
}

/** The 200 answer of a route. */
export const json = <T extends z.ZodType>(schema: T, description = 'The answer') =>
  ({ 200: { description, content: { 'application/json': { schema } } } }) as const

/** The body of a request. */
export const body = <T extends z.ZodType>(schema: T) =>
  ({ required: true, content: { 'application/json': { schema } } }) as const

/** The signed-in account of a route whose action visitors do not have. */
export function accountOf(c: AppContext): Account {
  const { account } = c.var.viewer
  if (!account) throw new AppError('signed-out')
  return account
}
