import type { z } from 'zod'
import type { FieldErrors } from '../lib/api-client'

/**
 * The rules of a form, fetched when somebody first uses it: they are heavy, and most who open a page only read it.
 * Without them the values go as they were typed, and the server, which decides anyway, refuses what is wrong.
 */
export function formRules<Schema extends z.ZodType>(load: () => Promise<Schema>) {
  let rules: Promise<Rules<Schema> | null> | null = null

  /** A failed try is not remembered: the next one may find the network back. */
  function fetchRules() {
    rules ??= Promise.all([load(), import('@aftercare/domain/lib/fields')]).then(
      ([schema, { fieldProblems }]) => ({ schema, fieldProblems }),
      () => {
        rules = null
        return null
      },
    )
    return rules
  }

  return {
    /** For the form's `onFocus`: by the time that it is sent they are there. */
    fetchRules: () => void fetchRules(),
    async check(values: z.input<Schema>): Promise<Checked<Schema>> {
      const found = await fetchRules()
      if (!found) return { data: values as z.output<Schema>, problems: null }
      const checked = found.schema.safeParse(values)
      return checked.success
        ? { data: checked.data, problems: null }
        : { data: null, problems: found.fieldProblems(checked.error) }
    },
  }
}

type Rules<Schema> = { schema: Schema; fieldProblems: (error: z.ZodError) => FieldErrors }

type Checked<Schema extends z.ZodType> =
  | { data: z.output<Schema>; problems: null }
  | { data: null; problems: FieldErrors }
