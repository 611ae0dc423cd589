import { z } from 'zod'
import { childSchema } from '../children/child-schemas'
import { fieldError } from '../lib/field-rules'
import { idField, issueMessage } from '../lib/fields'

/** Assigns a guest's submission to one of the family's children, or to a child added with it. */
export const claimSchema = z.union([z.object({ child_id: idField }), z.object({ child: childSchema })], {
  error: issueMessage(fieldError('child-required', 'Please choose a child')),
})
export type Claim = z.infer<typeof claimSchema>
