import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import type { en } from './en'

export const es = {
  id: 'submissions',
  child: 'Niño o niña',
  submitted: 'Enviada',
  enteredBy: (name, isByPhone) => `Registrada por ${name}${isByPhone ? ', acordada por teléfono' : ''}`,
  totalFee: 'Costo total',
  cancelledOn: (date) => `Cancelada el ${date}`,
  dayNumbers: (days) => `Días ${days.join(', ')}`,
  absence: {
    hint: 'Si su niño no viene uno de estos días, tóquelo.',
    isComing: (child) =>
      `Esperamos a ${child} este día. Si avisa que no viene, el personal lo verá de inmediato. El costo se cobra de todos modos.`,
    isAbsent: (child) => `${child} no viene este día. El personal puede verlo.`,
    notComing: 'No viene',
    comingAfterAll: 'Sí viene',
    marked: (child, day) => `${child} no viene el ${formatWeekdayDate(day, 'es')}`,
    feeStays: 'El personal ya puede verlo. El costo se cobra de todos modos.',
    undone: (child, day) => `Esperamos a ${child} el ${formatWeekdayDate(day, 'es')}`,
    failed: 'No pudimos avisar al personal. Inténtelo de nuevo.',
  },
  submission: 'Solicitud',
  loading: 'Cargando',
  notFound: {
    title: 'No se encontró',
    text: 'No encontramos esta solicitud. Es posible que se haya eliminado.',
  },
  failed: 'No pudimos cargar esta solicitud.',
  unsaved: 'Los cambios en los días no se han guardado.',
  save: 'Guardar cambios',
  edit: 'Cambiar días',
  days: 'Días',
  daysAndFee: (days, fee) => `${days.join(', ')} (${pluralize(days.length, 'día')}, ${fee})`,
  daysMissing: 'Elija al menos un día para guardar.',
  agree: 'Acepto el acuerdo de inscripción',
  readAgreement: 'Leer el acuerdo',
  saved: { title: 'Inscripción actualizada', message: 'Sus cambios se guardaron correctamente.' },
  unchanged: { title: 'Nada cambió', message: 'Los días elegidos son los mismos de antes.' },
  cancelled: {
    title: 'Inscripción cancelada',
    message: 'La oficina canceló esta inscripción. Ya no se pueden cambiar sus días y no se guardó nada.',
  },
  saveFailed: 'No pudimos guardar los cambios. Inténtelo de nuevo.',
} satisfies typeof en
