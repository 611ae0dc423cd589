import { ACCESS, type Action, scopeOf } from '@aftercare/domain/auth/access'
import { fieldErrorsOf } from '@aftercare/domain/lib/fields'
import { schemaMessage } from '@aftercare/domain/lib/schema-message'
import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors'
import type { Account, AppContext, AppEnv } from './context'
import { rejectControlChars } from './reject-control-chars'
import { requireRecentPassword, type StepUp } from './step-up'

z.config({ customError: schemaMessage })

/** Allows the request if the access table grants the action. */
function authorise(action: Action): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { account, roles } = c.var.viewer
    if (scopeOf(action, roles) === 'none') {
      if (!account) throw new AppError('signed-out')
      if (roles.includes('staff-pending-two-factor')) throw new AppError('two-factor-required')
      throw new AppError(ACCESS[action].admin === 'any' ? 'admins-only' : 'forbidden')
    }
    await next()
  }
}

/**
 * Declares a route with the action it requires; a route cannot be declared without one. With `stepUp` it asks for the
 * password again.
 */
export function route<
  P extends string,
  const R extends Omit<RouteConfig, 'path' | 'middleware'> & { path: P; stepUp?: StepUp },
>(action: Action, { stepUp, ...config }: R) {
  const middleware = [
    authorise(action),
    ...(stepUp === 'always' ? [requireRecentPassword] : []),
    rejectControlChars,
  ]
  const declared = { ...config, middleware, 'x-action': action, ...(stepUp && { 'x-step-up': stepUp }) }
  return createRoute(declared as unknown as Omit<R, 'stepUp'>)
}

/** A router whose validation errors name every invalid field at once. */
export function routes() {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw new AppError('invalid', {}, { fields: fieldErrorsOf(result.error) })
    },
  })
}

/** The 200 response of a route. */
export const json = <T extends z.ZodType>(schema: T, description = 'OK') =>
  ({ 200: { description, content: { 'application/json': { schema } } } }) as const

/** A required JSON request body. */
export const body = <T extends z.ZodType>(schema: T) =>
  ({ required: true, content: { 'application/json': { schema } } }) as const

/** Under which everything of the viewer's family is stored. */
export const familyIdOf = (c: AppContext): string => accountOf(c).familyId

/** The signed-in account, for routes that visitors cannot access. */
export function accountOf(c: AppContext): Account {
  const { account } = c.var.viewer
  if (!account) throw new AppError('signed-out')
  return account
}
