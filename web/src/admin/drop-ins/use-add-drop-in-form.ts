import { ADMIN_DROP_IN_RULES } from '@aftercare/domain/drop-ins/staff-drop-in-rules'
import type { Day } from '@aftercare/domain/lib/days'
import { isEmail } from '@aftercare/domain/lib/field-lengths'
import { normaliseEmail } from '@aftercare/domain/submissions/guests'
import { useRef, useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { fetchChildrenByEmail, type ListedChild } from '../children/children.api'
import { usePricing } from '../pricing/pricing.api'
import { useMay } from '../use-may'
import { type DropInEntry, type DropInVariables, useAddDropIn } from './drop-ins.api'

const emptyForm = (day: Day): DropInEntry => ({
  dropin_date: day,
  guest_child_name: '',
  guest_parent_name: '',
  guest_parent_email: '',
  guest_parent_phone: '',
  guest_child_allergies: '',
  guest_child_notes: '',
  dismissal_type: 'regular',
})

type Draft = DropInEntry & { child: ListedChild | null }

/** The family's own details, as the server will store them. */
const familyValues = ({ name, allergies, parent }: ListedChild): Partial<DropInEntry> => ({
  guest_child_name: name,
  guest_parent_name: parent.full_name || parent.email,
  guest_parent_email: parent.email,
  guest_parent_phone: parent.phone ?? '',
  guest_child_allergies: allergies ?? '',
})

/** What staff have to confirm, and what is sent if they do. */
type Confirmation = { message: string; variables: DropInVariables }

function confirmationFor(error: Error, variables: DropInVariables): Confirmation | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'day-full')
    return { message: error.message, variables: { ...variables, allow_overbooking: true } }
  if (error.code !== 'already-booked') return null
  const message = `${error.message} The day report would list the child twice, and the family would be billed for both.`
  return { message, variables: { ...variables, allow_double_booking: true } }
}

/**
 * The draft lives outside the dialog: an error, Escape or an expired session does not lose it. Staff have to confirm
 * a full day, or a day that the child already has. `name` is the draft's; `day` is chosen at first.
 */
export function useAddDropInForm(name: string, day: Day, onAdded: () => void) {
  const toast = useToast('add drop-in')
  const fields = useFieldErrors()
  // Those who mark attendance see no prices.
  const pricing = usePricing({ enabled: useMay('admin.pricing') })
  const fee = pricing.data?.staff_drop_in_price
  const draft = useDraft<Draft>(name, { empty: { ...emptyForm(day), child: null } })
  const { child, ...typed } = draft.values
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [family, setFamily] = useState<readonly ListedChild[] | null>(null)
  const [declinedEmail, setDeclinedEmail] = useState<string | null>(null)
  const [isLookingUp, setLookingUp] = useState(false)
  const values = { ...typed, ...(child && familyValues(child)) }
  /** Read after a request: the form may have changed meanwhile. */
  const latest = useRef({ values, child, fee })
  latest.current = { values, child, fee }

  function reset() {
    draft.clear()
    setFamily(null)
    setDeclinedEmail(null)
    fields.clear()
    toast.clear()
  }

  const add = useAddDropIn({
    onSuccess: () => {
      reset()
      setConfirmation(null)
      toast.success('Success', 'Drop-in added successfully')
      onAdded()
    },
    onError: (error, variables) => {
      setConfirmation(null)
      const question = confirmationFor(error, variables)
      if (question) {
        toast.clear()
        return setConfirmation(question)
      }
      fields.showError(error)
      if (error instanceof ApiError && error.code === 'price-changed') void pricing.refetch()
      toast.error('Error', formErrorMessage(error, 'Failed to add drop-in'))
    },
  })

  /** Asks about a typed email that belongs to an account with children. Returns whether it does. */
  async function askWhoseChild(): Promise<boolean> {
    const email = normaliseEmail(values.guest_parent_email)
    if (child || email === declinedEmail || !isEmail(email)) return false
    // Without the answer the drop-in can still be added, as for anybody else.
    const { rows } = await fetchChildrenByEmail(email).catch(() => ({ rows: [] }))
    const now = latest.current
    if (rows.length === 0 || now.child || normaliseEmail(now.values.guest_parent_email) !== email)
      return false
    setFamily(rows)
    return true
  }

  function choose(chosen: ListedChild) {
    setFamily(null)
    fields.clear()
    draft.change({ child: chosen })
  }

  async function submit() {
    if (child) {
      const { dropin_date, guest_child_notes } = ADMIN_DROP_IN_RULES
      if (fields.check(values, { dropin_date, guest_child_notes }))
        add.mutate({ ...values, fee, child_id: child.id })
      return
    }
    if (!fields.check(values, ADMIN_DROP_IN_RULES)) return
    setLookingUp(true)
    try {
      if (!(await askWhoseChild())) add.mutate({ ...latest.current.values, fee: latest.current.fee })
    } finally {
      setLookingUp(false)
    }
  }

  return {
    values,
    /** What a drop-in costs, in dollars; undefined until it is known. */
    fee,
    /** The chosen child on file; its details cannot be changed here. */
    child,
    choose,
    unlink: () => draft.change({ child: null }),
    /** The children of the account with the typed email, while staff are asked about them. */
    family,
    askWhoseChild,
    chooseNone: () => {
      setFamily(null)
      setDeclinedEmail(normaliseEmail(values.guest_parent_email))
    },
    errors: fields.errors,
    /** From the click on, while the email is looked up too. */
    isSaving: isLookingUp || add.isPending,
    isEmpty: draft.isEmpty,
    isUnsaved: draft.isUnsaved && !add.isPending,
    change: (part: Partial<DropInEntry>) => {
      draft.change(part)
      fields.clearErrors(...Object.keys(part))
    },
    submit,
    reset,
    /** What staff have to confirm, or null. */
    question: confirmation?.message ?? null,
    keepEditing: () => setConfirmation(null),
    addAnyway: () => confirmation && add.mutate(confirmation.variables),
  }
}

export type AddDropInForm = ReturnType<typeof useAddDropInForm>
