import { MAX_FILE_BYTES } from '@aftercare/domain/imports/import-limits'
import { singleLineRule } from '@aftercare/domain/lib/field-rules'
import { textField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'

const MAX_FILE_NAME = 200

/** A file is the whole body of its request; its name is in the query. */
export const uploadQuery = z.object({
  file_name: textField(singleLineRule(MAX_FILE_NAME, 'Please choose a file')),
})

export async function readUpload(c: AppContext): Promise<Buffer> {
  const bytes = Buffer.from(await c.req.arrayBuffer())
  if (bytes.length > MAX_FILE_BYTES) throw new AppError('import-too-large')
  return bytes
}
