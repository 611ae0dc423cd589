import { isRecord } from '@aftercare/domain/lib/json-guards'
import { z } from '@hono/zod-openapi'

/**
 * One endpoint for families with an account and for guests. A body with the property `key` is a parent's, any other a
 * guest's; each is validated with its own schema, so that errors name the fields of its form.
 */
export function parentOrGuestBody<const K extends string, P extends z.ZodType, G extends z.ZodType>(
  key: K,
  parent: P,
  guest: G,
) {
  const either = z.discriminatedUnion('by', [
    z.object({ by: z.literal('parent'), values: parent }),
    z.object({ by: z.literal('guest'), values: guest }),
  ])
  return z
    .custom<z.input<P> | z.input<G>>()
    .transform((body, context): z.output<typeof either> => {
      const isParent = isRecord(body) && key in body
      const parsed = either.safeParse({ by: isParent ? 'parent' : 'guest', values: body })
      if (parsed.success) return parsed.data
      for (const issue of parsed.error.issues) {
        context.addIssue({ ...issue, code: 'custom', path: issue.path.slice(1) })
      }
      return z.NEVER
    })
    .openapi({ type: 'object' })
}
