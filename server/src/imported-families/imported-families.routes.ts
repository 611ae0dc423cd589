import { idField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import type { Db } from '../db/client'
import { idempotentTransaction } from '../http/idempotency'
import { pageOf, pageOnly } from '../http/paging'
import { json, route, routes } from '../http/route'
import { saveErasedList } from '../privacy/save-erased-list'
import {
  familyImportRow,
  getFamilyImport,
  listFamilyImports,
  listImported,
} from './imported-families.queries'
import { undoFamilyImport } from './undo-family-import'

const listThem = route('admin.parents', {
  method: 'get',
  path: '/admin/family-imports',
  request: { query: pageOnly(10) },
  responses: json(pageOf(familyImportRow)),
})

const importParam = { params: z.object({ id: idField }) }
const importDetail = familyImportRow.extend({
  /** Families and children that undoing removes. */
  removable: z.object({ families: z.number().int(), children: z.number().int() }),
  /** Families to which something else happened since, and what. */
  staying: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
})

const readImport = route('admin.parents', {
  method: 'get',
  path: '/admin/family-imports/{id}',
  request: importParam,
  responses: json(importDetail),
})

const undo = route('admin.parents', {
  method: 'post',
  path: '/admin/family-imports/{id}/undo',
  request: importParam,
  responses: json(importDetail),
})

async function getDetail(db: Db, id: string): Promise<z.infer<typeof importDetail>> {
  const [imported, families] = [await getFamilyImport(db, id), await listImported(db, id)]
  const removable = families.filter(({ obstacle }) => obstacle === null)
  return {
    ...imported,
    removable: {
      families: removable.filter(({ is_new }) => is_new).length,
      children: removable.reduce((sum, { children }) => sum + children.length, 0),
    },
    staying: families.flatMap(({ id: familyId, name, obstacle }) =>
      obstacle === null ? [] : [{ id: familyId, name, reason: obstacle }],
    ),
  }
}

/** Earlier imports of families, each of which can be undone. */
export const importedFamiliesRoutes = routes()
  .openapi(listThem, async (c) =>
    c.json(await listFamilyImports(c.var.services.db, c.req.valid('query')), 200),
  )
  .openapi(readImport, async (c) => c.json(await getDetail(c.var.services.db, c.req.valid('param').id), 200))
  .openapi(undo, async (c) => {
    const { services } = c.var
    const { id } = c.req.valid('param')
    await idempotentTransaction(c, { id }, async (tx) => {
      await undoFamilyImport(tx, c, id)
      return { id }
    })
    await saveErasedList(services)
    return c.json(await getDetail(services.db, id), 200)
  })
