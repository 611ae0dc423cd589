import { formatDayOfMonth, weekdayName } from '@aftercare/domain/lib/dates-format'
import { dayOf } from '@aftercare/domain/lib/days'
import { es as dayTypes } from '@aftercare/domain/months/texts/day-types.es'
import type { en } from './en'

export const es = {
  ...dayTypes,
  id: 'calendar',
  date: (weekday, monthIndex, day) =>
    `${weekdayName(weekday, 'es')}, ${formatDayOfMonth(dayOf(2000, monthIndex, day), 'es')}`,
  today: 'hoy',
  closedDay: 'cerrado',
  wasHere: 'Estuvo aquí',
  watched: 'en espera de un lugar',
  states: {
    removed: 'quitado',
    added: 'elegido, agregado',
    original: 'elegido, ya inscrito',
    selected: 'elegido',
  },
  legend: 'Significado de los colores',
  selected: 'Elegido',
  originalDay: 'Ya inscrito',
  removedDay: 'Quitado',
} satisfies typeof en
