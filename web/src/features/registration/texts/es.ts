import { capitalize } from '@aftercare/domain/lib/capitalize'
import { formatMonth } from '@aftercare/domain/lib/dates-format'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import type { en } from './en'

export const es = {
  id: 'registration',
  toDashboard: 'Volver al inicio',
  toGuestPortal: 'Volver al portal de invitados',
  month: 'Mes',
  monthsFailed: 'No pudimos cargar los meses disponibles.',
  monthFailed: 'No pudimos cargar los datos del mes.',
  withdrawn: (month) =>
    `${capitalize(formatMonth(month.month_name, month.year, 'es'))} ya no está abierto para inscripciones.`,
  noMonths: {
    title: 'No hay meses disponibles',
    text: 'Las inscripciones todavía no están abiertas. Vuelva a consultar pronto.',
  },
  otherMonth: 'Elegir otro mes',
  monthMissing: 'Elija un mes.',
  noOpenDay: {
    title: (month) => `No hay días abiertos en ${formatMonth(month.month_name, month.year, 'es')}.`,
    text: 'Todos los días están llenos, cerrados, ya pasaron o no tienen cuidado.',
    watch: 'Toque un día lleno para recibir un correo cuando se libere un lugar.',
  },
  daysMissing: 'Elija al menos un día.',
  crowded: 'Quite el día o elija menos niños.',
  tooFewSeats: (children) =>
    `Los días con menos de ${children} lugares no se pueden elegir para ${children} niños.`,
  children: {
    heading: 'Niños',
    chosen: (chosen, all) => `${chosen} de ${all} elegidos`,
    failed: 'No pudimos cargar los datos de sus niños.',
    registeredFailed: 'No pudimos cargar las inscripciones que ya tiene.',
    submitted: 'Ya se envió',
    noAllergies: 'Sin alergias registradas',
    missing: 'Elija al menos un niño.',
    none: 'Primero agregue un niño; después elija los días.',
    add: 'Agregar niño',
  },
  guest: {
    required: 'Complete este campo.',
    parentHeading: 'Datos del padre, madre o tutor',
    parentName: 'Nombre del padre, madre o tutor',
    parentEmail: 'Correo electrónico',
    parentPhone: 'Número de teléfono',
    childHeading: 'Datos del niño',
    childName: 'Nombre del niño',
    allergies: 'Alergias',
    notes: 'Notas',
  },
  agreement: {
    heading: 'Acuerdo',
    agree: 'He leído y acepto los términos anteriores',
    missing: 'Marque la casilla del acuerdo para inscribirse.',
  },
  fees: {
    heading: 'Resumen de costos',
    perChild: 'Costo por niño',
    children: 'Niños',
    total: 'Total',
    totalIs: (total, count) => `Total ${total}, ${count}`,
    count: (days, children) => `${pluralize(days, 'día')} × ${pluralize(children, 'niño')}`,
  },
  submit: 'Enviar inscripción',
  failed: 'No pudimos enviar la inscripción. Inténtelo de nuevo.',
} satisfies typeof en
