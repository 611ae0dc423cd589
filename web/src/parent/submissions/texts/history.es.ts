import type { en } from './history.en'

export const es = {
  id: 'history',
  statement: 'Estado de cuenta anual',
  loading: 'Cargando historial',
  failed: 'No pudimos cargar el historial de solicitudes.',
  empty: {
    title: 'Todavía no hay inscripciones',
    text: 'Aquí verá sus inscripciones y sus días sueltos.',
    action: 'Inscribirse en un mes',
  },
  registrations: 'inscripciones',
  days: 'Días inscritos',
} satisfies typeof en
