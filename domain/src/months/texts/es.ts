import { capitalize } from '../../lib/capitalize'
import { formatLongDate, formatMonth, formatWeekdayDate } from '../../lib/dates-format'
import type { Day } from '../../lib/days'
import type { en } from './en'

/** "Viernes, 4 de diciembre: …" */
const dayIs = (rest: string) => (day: Day) => `${capitalize(formatWeekdayDate(day, 'es'))}: ${rest}`

export const es = {
  id: 'availability',
  seatsLeft: (free) => (free === 1 ? '1 libre' : `${free} libres`),
  tooFewSeats: (children) => `no alcanza para ${children} niños`,
  dropIn: 'Día suelto',
  today: 'Hoy',
  tomorrow: 'Mañana',
  dropInDay: (day) => `(${formatLongDate(day, 'es')})`,
  noDropInDay: (day) => `(${formatLongDate(day, 'es')}) - No hay cuidado disponible`,
  dayErrors: {
    weekend: dayIs('es fin de semana y no hay cuidado después de clases.'),
    past: dayIs('este día ya pasó y no se puede elegir.'),
    today: dayIs('es hoy y ya no se puede elegir. Puede solicitar un día suelto.'),
    closed: dayIs('este día está cerrado a nuevas inscripciones. Elija otro día.'),
    full: dayIs('este día está lleno. Elija otro día.'),
    unavailable: dayIs('no hay cuidado después de clases disponible. Elija otro día.'),
    no_school: dayIs('no hay clases. Elija otro día.'),
    cancelled: dayIs('este día está cancelado. Elija otro día.'),
    repeated: dayIs('este día se eligió más de una vez.'),
    cancelled_stays: dayIs('este día se canceló, por eso no se puede quitar.'),
    not_full: dayIs('este día no está lleno, así que no hay que esperar un lugar.'),
  },
  yourChild: 'Su hijo o hija',
  attendedStays: (child, day) =>
    `${child} estuvo aquí el ${formatWeekdayDate(day, 'es')}, por eso este día se mantiene.`,
  hasDropIn: (child, day) =>
    `${child} ya tiene un día suelto el ${formatWeekdayDate(day, 'es')}. No incluya ese día.`,
  begunStays: 'Los días que ya comenzaron se mantienen. Comuníquese con la oficina.',
  fewSeats: (day, free) => dayIs(free === 1 ? 'solo queda 1 lugar.' : `solo quedan ${free} lugares.`)(day),
  notInMonth: (monthName, year, n) => `No existe el día ${n} en ${formatMonth(monthName, year, 'es')}.`,
} satisfies typeof en
