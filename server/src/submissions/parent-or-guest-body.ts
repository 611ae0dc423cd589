import { isRecord } from '@aftercare/domain/lib/json-guards'
import { z } from '@hono/zod-openapi'

type Parents = Readonly<Record<string, z.ZodType>>
type Of<P extends Parents> = { [Key in keyof P]: { by: Key; values: z.output<P[Key]> } }[keyof P]

/**
 * One endpoint for families with an account and for guests. A body with a property that `parents` names is a parent's,
 * any other a guest's; each is validated with its own schema, so that errors name the fields of its form.
 */
export function parentOrGuestBody<const P extends Parents, G extends z.ZodType>(parents: P, guest: G) {
  type Output = Of<P> | { by: 'guest'; values: z.output<G> }
  return z
    .custom<z.input<P[keyof P]> | z.input<G>>()
    .transform((body, context): Output => {
      const by = Object.keys(parents).find((key) => isRecord(body) && key in body) ?? 'guest'
      const parsed = (parents[by] ?? guest).safeParse(body)
      if (parsed.success) return { by, values: parsed.data } as Output
      for (const issue of parsed.error.issues) context.addIssue({ ...issue, code: 'custom' })
      return z.NEVER
    })
    .openapi({ type: 'object' })
}
