import type { SpanishTemplates } from '../mail/spanish-templates'
import type { About } from './about'
import type { AgreementSection } from './agreements'

/** Of the default texts, so that a new programme lacks none. */
export const defaultSpanishAbout = (contactEmail: string): About => ({
  title: 'Sobre el cuidado después de clases',
  description:
    'Nuestro programa de cuidado después de clases ofrece a su hijo o hija un lugar seguro y alegre para jugar, descansar y aprender cuando termina el día escolar.',
  program_hours: '3:30 p.m. - 6:00 p.m.',
  pricing: 'Días normales $20, días con salida especial $30',
  contact: contactEmail,
})

const HOURS =
  'El horario de cuidado es de lunes a jueves de 3:30 p.m. a 5:30 p.m., y los viernes y días festivos de 2:30 p.m. a 4:30 p.m.'
const LATE_PICK_UP =
  '**Si recoge a su hijo o hija después de la hora de recogida, se le cobran automáticamente $50.**'

export function defaultSpanishItems(section: AgreementSection, contactEmail: string): string[] {
  if (section === 'dropin_agreement') {
    return [
      'Los días sueltos para el mismo día dependen de los lugares disponibles.',
      HOURS,
      'El costo no se reembolsa una vez prestado el servicio.',
      LATE_PICK_UP,
    ]
  }
  return [
    'Ningún costo se reembolsa una vez enviada la inscripción.',
    'Los cobros se procesan por un sistema de facturación externo.',
    HOURS,
    `Los cambios se solicitan por correo electrónico a ${contactEmail}.`,
    LATE_PICK_UP,
  ]
}

export const DEFAULT_SPANISH_TEMPLATES: Required<SpanishTemplates> = {
  'monthly-parent': {
    text: {
      subject: 'Inscripción de {{childName}}: {{month}}',
      preheader: 'La inscripción de {{childName}} para {{month}} está hecha. Costo total: {{totalFee}}.',
    },
    outdated: false,
  },
  'dropin-parent': {
    text: {
      subject: 'Solicitud de día suelto para {{childName}}: {{date}}',
      preheader: 'Recibimos su solicitud de día suelto para {{childName}} el {{date}}. Costo: {{fee}}.',
    },
    outdated: false,
  },
}
