import { z } from 'zod'
import { MAX_LENGTH } from '../lib/field-lengths'
import { multiLineRule } from '../lib/field-rules'
import { dayField, idField, optionalTextField, textField } from '../lib/fields'
import { dayRule } from '../lib/value-rules'
import { type PickupKey, pickedUpByRule, TIME_REQUIRED, timeRule } from './pickup-times'

const PRESS_TIME_REQUIRED = 'Please give the time of the mark'
const INVALID_TIME = 'Please give a valid time'

/** An instant with its zone; stored and answered in UTC. */
const instant = (required: string) =>
  z
    .string({ error: required })
    .max(40, INVALID_TIME)
    .pipe(z.iso.datetime({ offset: true, error: INVALID_TIME }))
    .refine((text) => !Number.isNaN(new Date(text).getTime()), INVALID_TIME)
    .transform((text) => new Date(text).toISOString())

const pickedUpBy = textField(pickedUpByRule)

const whose = {
  submission_id: idField,
  day: dayField(dayRule('Please select a date')),
  /** The instant of the press, also where it is sent later. */
  at: instant(PRESS_TIME_REQUIRED),
  /** The version of the mark that was seen at the press; 0 where there was none. */
  version: z.number({ error: 'Please reload the board' }).int().min(0).max(1_000_000),
  /** The account whose press it was, where it may have waited in a browser that others sign in at. */
  performed_by: idField.optional(),
}

const press = <const C extends string>(change: C) => z.object({ change: z.literal(change), ...whose })

/** One change of one child's mark. */
export const markChangeSchema = z.discriminatedUnion(
  'change',
  [
    press('arrived'),
    press('picked_up').extend({ picked_up_by: pickedUpBy }),
    press('not_coming'),
    press('undo_arrived'),
    press('undo_picked_up'),
    press('undo_not_coming'),
    press('correct').extend({
      arrived_at: instant(INVALID_TIME).optional(),
      left_at: instant(INVALID_TIME).optional(),
      picked_up_by: pickedUpBy.optional(),
    }),
    press('note').extend({ note: optionalTextField(multiLineRule(MAX_LENGTH.markNote)) }),
  ],
  { error: 'Please choose what happened' },
)

const clockTime = z
  .string({ error: TIME_REQUIRED })
  .max(5, TIME_REQUIRED)
  .refine((text) => timeRule(text) === undefined, TIME_REQUIRED)

export const pickupTimesSchema = z.object({
  monday: clockTime,
  tuesday: clockTime,
  wednesday: clockTime,
  thursday: clockTime,
  friday: clockTime,
  special: clockTime,
} satisfies Record<PickupKey, unknown>)
