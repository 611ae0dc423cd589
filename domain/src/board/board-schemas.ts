import { z } from 'zod'
import { MAX_LENGTH } from '../lib/field-lengths'
import { multiLineRule } from '../lib/field-rules'
import { dayField, idField, optionalTextField, textField } from '../lib/fields'
import { dayRule } from '../lib/value-rules'
import {
  type BEGIN_KEYS,
  DEFAULT_PICKUP_TIMES,
  type PickupSettings,
  pickedUpByRule,
  TIME_REQUIRED,
  timeRule,
} from './pickup-times'

const MARK_TIME_REQUIRED = 'Please give the time of the mark'
const INVALID_TIME = 'Please give a valid time'

/** An instant with its zone; stored and returned in UTC. */
const instant = (required: string) =>
  z
    .string({ error: required })
    .max(40, INVALID_TIME)
    .pipe(z.iso.datetime({ offset: true, error: INVALID_TIME }))
    .refine((text) => !Number.isNaN(new Date(text).getTime()), INVALID_TIME)
    .transform((text) => new Date(text).toISOString())

const pickedUpBy = textField(pickedUpByRule)
/** Staff checked the ID of somebody who is not on the child's list. */
const releaseAnyway = z.boolean().optional()

const markFields = {
  submission_id: idField,
  day: dayField(dayRule('Please select a date')),
  /** When staff tapped, even if it is sent later. */
  at: instant(MARK_TIME_REQUIRED),
  /** The version of the mark that was on the screen; 0 if there was none. */
  version: z.number({ error: 'Please reload the board' }).int().min(0).max(1_000_000),
  /** The account that made the mark: it may have been queued in a browser that others use too. */
  performed_by: idField.optional(),
  /** Made without a connection. */
  offline: z.boolean().optional(),
}

const changeOf = <const C extends string>(change: C) => z.object({ change: z.literal(change), ...markFields })

/** One change to one child's mark. */
export const markChangeSchema = z.discriminatedUnion(
  'change',
  [
    changeOf('arrived'),
    changeOf('picked_up').extend({ picked_up_by: pickedUpBy, release_anyway: releaseAnyway }),
    changeOf('not_coming'),
    changeOf('undo_arrived'),
    changeOf('undo_picked_up'),
    changeOf('undo_not_coming'),
    changeOf('correct').extend({
      arrived_at: instant(INVALID_TIME).optional(),
      left_at: instant(INVALID_TIME).optional(),
      picked_up_by: pickedUpBy.optional(),
      release_anyway: releaseAnyway,
    }),
    changeOf('note').extend({ note: optionalTextField(multiLineRule(MAX_LENGTH.markNote)) }),
  ],
  { error: 'Please choose what happened' },
)

/** More than any family picks up at once. */
const MAX_MARKS = 30

/** Changes of several children that are stored together or not at all. */
export const markChangesSchema = z.object({
  marks: z
    .array(markChangeSchema, { error: 'Please choose the children' })
    .min(1, 'Please choose the children')
    .max(MAX_MARKS, `Please mark at most ${MAX_MARKS} children at once`),
})

const timeOfDay = z
  .string({ error: TIME_REQUIRED })
  .max(5, TIME_REQUIRED)
  .refine((text) => timeRule(text) === undefined, TIME_REQUIRED)

const beginTime = (key: (typeof BEGIN_KEYS)[number]) => timeOfDay.default(DEFAULT_PICKUP_TIMES[key])

export const pickupSettingsSchema = z.object({
  monday: timeOfDay,
  tuesday: timeOfDay,
  wednesday: timeOfDay,
  thursday: timeOfDay,
  friday: timeOfDay,
  special: timeOfDay,
  regular_begins: beginTime('regular_begins'),
  regular_friday_begins: beginTime('regular_friday_begins'),
  noon_begins: beginTime('noon_begins'),
  early_begins: beginTime('early_begins'),
  no_late_drop_ins: z.boolean().default(false),
  give_up_begun_days: z.boolean().default(true),
} satisfies Record<keyof PickupSettings, unknown>)
