import type { Submission } from '../model'
import { log, type Plan, presentSubmissions } from '../requests'
import { isApproved } from '../rules'
import { dollars } from './payments'

export const markBilled: Plan = (model, pick) => {
  const some = pick.some(presentSubmissions(model), 5)
  if (some.length === 0) return null
  const keys = some.map(({ key }) => key)
  // What the list showed: now and then another fee by now, or not sent.
  const seen = pick.chance(70)
    ? some.map(({ id, fee }) => ({ id, fee: fee + (pick.chance(5) ? 5_00 : 0) }))
    : []
  return {
    who: 'staff',
    text: `staff mark as billed: ${keys.join(', ')}`,
    method: 'POST',
    path: '/admin/submissions/mark-billed',
    body: {
      ids: some.map(({ id }) => id),
      fees: Object.fromEntries(seen.map(({ id, fee }) => [id, dollars(fee)])),
    },
    isKeyed: false,
    apply: (now) => {
      const stored = now.submissions.filter(({ key }) => keys.includes(key))
      const changed = stored.filter(({ id, fee }) => seen.some((each) => each.id === id && each.fee !== fee))
      const open = stored.filter(
        (each) =>
          !changed.includes(each) && isApproved(each) && (!each.isBilled || each.billedFee !== each.fee),
      )
      for (const submission of open) {
        bill(submission, true)
        log(now, 'submission.mark-billed', 'staff', submission.key)
      }
      return {
        submissions: stored,
        families: stored.map(({ family }) => family),
        learn: (body) =>
          body.updated === open.length && body.changed.length === changed.length
            ? undefined
            : [
                `updated ${body.updated}, not ${open.length}; left ${body.changed.length}, not ${changed.length}`,
              ],
      }
    },
  }
}

export const changeBilled: Plan = (model, pick) => {
  const submission = pick.of(presentSubmissions(model))
  if (!submission) return null
  const isBilled = pick.chance(50)
  const version = pick.chance(93) ? submission.version : submission.version - 1
  if (version < 1) return null
  const { key } = submission
  return {
    who: 'staff',
    text: `staff mark ${key} as ${isBilled ? 'billed' : 'not billed'}`,
    method: 'PATCH',
    path: `/admin/submissions/${submission.id}`,
    body: { billed_status: isBilled ? 'billed' : 'not_billed', version },
    isKeyed: true,
    apply: (now) => {
      const stored = now.submissions.find((each) => each.key === key)
      if (!stored) return { refusals: ['not-found'] }
      if (stored.version !== version) return { refusals: ['stale-version'] }
      if (isBilled && !isApproved(stored)) return { refusals: ['drop-in-not-approved'] }
      bill(stored, isBilled)
      log(now, 'submission.update', 'staff', key)
      return { submissions: [stored], families: [stored.family] }
    },
  }
}

/** Nothing to confirm is no error, whatever the version. */
export const confirmFee: Plan = (model, pick) => {
  const differing = presentSubmissions(model).filter(
    ({ isBilled, billedFee, fee }) => isBilled && billedFee !== fee,
  )
  const submission = pick.of(differing.length > 0 ? differing : presentSubmissions(model))
  if (!submission) return null
  const { key, version } = submission
  return {
    who: 'staff',
    text: `staff confirm the fee of ${key}`,
    method: 'POST',
    path: `/admin/submissions/${submission.id}/confirm-fee`,
    body: { version },
    isKeyed: true,
    apply: (now) => {
      const stored = now.submissions.find((each) => each.key === key)
      if (!stored) return { refusals: ['not-found'] }
      if (!stored.isBilled || stored.billedFee === stored.fee) return { submissions: [stored] }
      if (stored.version !== version) return { refusals: ['stale-version'] }
      bill(stored, true)
      log(now, 'submission.confirm-fee', 'staff', key)
      return { submissions: [stored], families: [stored.family] }
    },
  }
}

/** Back to what the last save of billing replaced, if nobody has changed the submission since. */
export const undoBilling: Plan = (model, pick) => {
  const submission = pick.of(presentSubmissions(model).filter(({ billingBefore }) => billingBefore !== null))
  const before = submission?.billingBefore
  if (!submission || !before) return null
  const { key, id } = submission
  return {
    who: 'staff',
    text: `staff undo the billing of ${key}`,
    method: 'POST',
    path: '/admin/submissions/undo-billing',
    body: {
      rows: [
        {
          id,
          version: before.version,
          before: {
            billed_status: before.isBilled ? 'billed' : 'not_billed',
            billed_fee: before.billedFee === null ? null : before.billedFee / 100,
          },
        },
      ],
    },
    isKeyed: true,
    apply: (now) => {
      const stored = now.submissions.find((each) => each.key === key)
      if (stored?.version !== before.version) return { refusals: ['not-undoable'] }
      const { isBilled, billedFee, version } = before
      Object.assign(stored, { isBilled, billedFee, version: version + 1, billingBefore: null })
      log(now, 'submission.take-back', 'staff', key)
      return { submissions: [stored], families: [stored.family] }
    },
  }
}

/** Saves billing, and remembers what it replaced for Undo. */
function bill(submission: Submission, isBilled: boolean): void {
  const { isBilled: wasBilled, billedFee, version } = submission
  Object.assign(submission, {
    isBilled,
    billedFee: isBilled ? submission.fee : null,
    version: version + 1,
    billingBefore: { isBilled: wasBilled, billedFee, version: version + 1 },
  })
}

/** What each family then reads is compared at every month's end. */
export const showBalances: Plan = (model) => {
  const is_shown = !model.areBalancesShown
  return {
    who: 'staff',
    text: `staff ${is_shown ? 'let families see' : 'stop showing families'} what they owe`,
    method: 'PUT',
    path: '/admin/family-balances',
    body: { is_shown },
    isKeyed: true,
    apply: (now) => {
      now.areBalancesShown = is_shown
      log(now, 'family-balances.save', 'staff', null)
      return {}
    },
  }
}
