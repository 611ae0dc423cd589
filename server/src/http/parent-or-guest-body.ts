import { isRecord } from '@aftercare/domain/lib/json-guards'
import { z } from '@hono/zod-openapi'

/**
 * One address for families with an account and for guests. A body that names the family's own `key` is a parent's,
 * any other a guest's; each is held against its own schema, so that an invalid one names the fields of its form.
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
      const isParents = isRecord(body) && key in body
      const read = either.safeParse({ by: isParents ? 'parent' : 'guest', values: body })
      if (read.success) return read.data
      for (const issue of read.error.issues) {
        context.addIssue({ code: 'custom', message: issue.message, path: issue.path.slice(1) })
      }
      return z.NEVER
    })
    .openapi({ type: 'object' })
}
