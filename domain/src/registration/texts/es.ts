import { pluralize } from '../../lib/pluralize'
import type { en } from './en'

export const es = {
  id: 'registration-messages',
  monthRequired: { title: 'Falta el mes', message: 'Elija un mes para la inscripción.' },
  childrenAndDaysRequired: { title: 'Faltan datos', message: 'Elija al menos un niño y los días.' },
  fieldsRequired: { title: 'Faltan datos', message: 'Complete todos los campos obligatorios.' },
  agreementRequired: { title: 'Falta su acuerdo', message: 'Acepte los términos y condiciones.' },
  alreadySubmitted: {
    title: 'Ya se envió',
    message: 'Uno o más de los niños elegidos ya tienen una inscripción para este mes.',
  },
  success: (children) => `La inscripción de ${pluralize(children, 'niño')} se envió correctamente.`,
  guestSuccess: 'Su inscripción se envió correctamente.',
} satisfies typeof en
