import type { en } from './day-types.en'

export const es = {
  id: 'day-types',
  dayTypes: {
    regular: 'Normal',
    noon: 'Salida a mediodía',
    early: 'Salida a las 2:30',
    unavailable: 'No disponible',
    no_school: 'Sin clases',
  },
  shortDayTypes: { regular: '', noon: '12:00', early: '2:30', unavailable: '', no_school: 'Sin clases' },
  closed: 'Cerrado',
  cancelled: 'Cancelado',
  shortCancelled: 'Cance\u00ADlado',
  full: 'Lleno',
} satisfies typeof en
