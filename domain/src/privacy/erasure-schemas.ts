import { z } from 'zod'
import { MAX_LENGTH } from '../lib/field-lengths'

export const erasureSchema = z.object({
  name: z.string().trim().min(1, 'Please type the name.').max(MAX_LENGTH.email),
  /** Of a guest's open fees. */
  write_off: z.boolean().default(false),
})
