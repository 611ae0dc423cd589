import {
  type DropInApproval,
  dropInApprovalSchema,
  readDropInApproval,
} from '@aftercare/domain/drop-ins/approval-setting'
import { DECISION_RULES, type Decision } from '@aftercare/domain/drop-ins/approvals'
import { idField, optionalTextField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import type { AppContext } from '../http/context'
import { body, json, route, routes } from '../http/route'
import { monthTransaction } from '../months/month-transaction'
import { readSettingForm, type SettingForm, saveSettingForm, settingRoutes } from '../settings/setting-form'
import { getSubmissionDetail } from '../submissions/submissions.admin.queries'
import { submissionDetailRow } from '../submissions/submissions.admin.rows'
import { decideDropIn } from './decide-drop-in'

const setting = settingRoutes('admin.pricing', '/admin/drop-in-approval', dropInApprovalSchema)

const form: SettingForm<DropInApproval> = {
  key: 'drop_in_approval',
  action: 'drop-in-approval.save',
  parse: readDropInApproval,
}

const answer = z.object({ message: optionalTextField(DECISION_RULES.message).optional() })

const decision = <Path extends string>(path: Path) =>
  route('admin.drop-ins', {
    method: 'post',
    path,
    request: { params: z.object({ id: idField }), body: body(answer) },
    responses: json(
      submissionDetailRow,
      'not-waiting once it was answered; drop-in-removed once it was withdrawn; already-booked if the child has the day otherwise',
    ),
  })

const approve = decision('/admin/drop-ins/{id}/approve')
const decline = decision('/admin/drop-ins/{id}/decline')

async function answerRequest(c: AppContext, id: string, given: Decision, message: string | null = null) {
  await monthTransaction(c, { submissionId: id }, { message }, async (tx) => {
    await decideDropIn(c, tx, id, given, message)
    return { id }
  })
  return getSubmissionDetail(c.var.services.db, id)
}

export const dropInApprovalRoutes = routes()
  .openapi(setting.read, async (c) => c.json(await readSettingForm(c.var.services.db, form), 200))
  .openapi(setting.save, async (c) => {
    const { version, required } = c.req.valid('json')
    return c.json(await saveSettingForm(c, form, { required }, version), 200)
  })
  .openapi(approve, async (c) => {
    const { message } = c.req.valid('json')
    return c.json(await answerRequest(c, c.req.valid('param').id, 'approve', message), 200)
  })
  .openapi(decline, async (c) => {
    const { message } = c.req.valid('json')
    return c.json(await answerRequest(c, c.req.valid('param').id, 'decline', message), 200)
  })
