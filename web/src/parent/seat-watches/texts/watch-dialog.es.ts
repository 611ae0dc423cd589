import { capitalize } from '@aftercare/domain/lib/capitalize'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import type { en } from './watch-dialog.en'

export const es = {
  id: 'watch-dialog',
  date: (day) => capitalize(formatWeekdayDate(day, 'es')),
  dateIsFull: (day) => `El ${formatWeekdayDate(day, 'es')}, está lleno`,
  full: 'Este día está lleno. Podemos enviarle un correo, una sola vez, si se libera un lugar, pero no podemos reservarlo.',
  watched: 'Le enviaremos un correo, una sola vez, cuando se libere un lugar, pero no podemos reservarlo.',
  seatOpened: 'Acaba de liberarse un lugar en este día. Ya puede elegirlo.',
  monthNotOpen: 'Este día está lleno, y por ahora este mes no está abierto para nuevas inscripciones.',
  notChoosable: 'Este día ya no se puede elegir.',
  back: 'Volver al calendario',
  watch: 'Avisarme si se libera un lugar',
  stop: 'Ya no avisarme',
  failed: 'No pudimos guardar su solicitud. Inténtelo de nuevo.',
} satisfies typeof en
