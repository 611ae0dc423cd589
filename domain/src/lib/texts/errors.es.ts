import type { JoinError } from '../../family/family'
import { dayErrorMessage, dayErrorMessages } from '../../months/day-error-message'
import { es as availability } from '../../months/texts/es'
import type { FamilyBooking } from '../../privacy/account-deletion'
import { formatLongDate, formatMonth, formatWeekdayDate } from '../dates-format'
import type { ErrorParams, ErrorReference, FamilyErrorCode } from '../errors'
import type { FieldErrorCode } from '../field-rules'
import { isolate } from '../isolate'
import { formatUsd } from '../money'
import { pluralize } from '../pluralize'
import { formatTimeOfDay } from '../time-of-day'

type ErrorMessages = {
  [Code in FamilyErrorCode]: string | ((params: ErrorParams<Code>) => string)
}
type FieldMessages = Record<FieldErrorCode, string | ((params: { max: number }) => string)>

const FAILED = 'Algo salió mal de nuestro lado. Inténtelo de nuevo.'

const OFFICE = 'Comuníquese con la oficina del programa.'

const ANOTHER_EMAIL = 'Pida que le inviten con otro correo electrónico.'

const joinErrors: Record<JoinError, string> = {
  own_family: 'Usted ya pertenece a esta familia.',
  suspended: 'Esta cuenta está suspendida. Comuníquese con la oficina del programa.',
  staff: `Una cuenta del personal no puede unirse a una familia. ${ANOTHER_EMAIL}`,
  other_family:
    'Su cuenta ya pertenece a otra familia. Primero salga de ella en su perfil y luego abra este enlace de nuevo.',
  has_records: `Su cuenta ya tiene niños, inscripciones o pagos propios, por eso no puede unirse a otra familia. ${ANOTHER_EMAIL}`,
  has_members:
    'Otros adultos comparten su familia. Primero quítelos en su perfil y luego abra este enlace de nuevo.',
}

const wait = (seconds: number) =>
  seconds < 60 ? pluralize(seconds, 'segundo') : pluralize(Math.ceil(seconds / 60), 'minuto')

const booked = ({ child, lastDay, isGuest }: FamilyBooking) => {
  const until = `${isolate(child)} tiene días reservados hasta el ${formatWeekdayDate(lastDay, 'es')}`
  return isGuest
    ? `${until} en una inscripción de invitado con su correo electrónico que aún no está en su cuenta.`
    : `${until}.`
}

const errors: ErrorMessages = {
  invalid: 'Revise los campos marcados.',
  'bad-request': 'No pudimos leer la solicitud.',
  'too-large': 'Son demasiados datos para una sola solicitud.',
  'signed-out': 'Inicie sesión para continuar.',
  'bad-credentials': 'El correo electrónico o la contraseña no son correctos.',
  'code-needed': 'Ingrese el código de su aplicación de autenticación.',
  'wrong-code': 'Ese código es incorrecto o ya se usó. Pruebe con el siguiente.',
  'wrong-password': 'La contraseña es incorrecta.',
  'password-needed': 'Ingrese su contraseña para continuar.',
  'challenge-expired': 'Pasó demasiado tiempo. Inicie sesión de nuevo.',
  'two-factor-locked': (params) =>
    `Demasiados códigos incorrectos. Inténtelo de nuevo en ${wait(params.wait)}.`,
  'two-factor-unreadable':
    'Aquí no se pueden comprobar los códigos de su aplicación. Use un código de recuperación o pida que restablezcan su inicio de sesión en dos pasos.',
  'two-factor-required': 'Active el inicio de sesión en dos pasos en su perfil antes de continuar.',
  'two-factor-on': 'El inicio de sesión en dos pasos ya está activado.',
  'two-factor-off': 'El inicio de sesión en dos pasos no está activado.',
  'email-not-confirmed': 'El correo electrónico no está confirmado',
  'common-password':
    'El personal no puede usar una de las 10,000 contraseñas más comunes. Elija otra con «¿Olvidó su contraseña?» o con el enlace de su invitación.',
  suspended: `Esta cuenta está suspendida. ${OFFICE}`,
  forbidden: 'Usted no tiene acceso a esto.',
  'admins-only': 'Parece que esta área es solo para administradores.',
  'foreign-origin': 'Esta solicitud no vino del sitio web del programa.',
  'not-found': 'No lo encontramos. Es posible que se haya eliminado.',
  'route-not-found': 'No hay nada en esta dirección.',
  'invalid-link': 'El enlace para restablecer la contraseña no es válido o ya venció.',
  'invalid-verification': 'El enlace de verificación no es válido o ya venció.',
  'invalid-invitation': 'Esta invitación ya no es válida.',
  'invalid-guest-link': 'Este enlace no es válido o ya venció.',
  'confirmation-too-late':
    'Esto no se confirmó en 60 minutos, así que se descartó y no hay nada reservado. Envíelo de nuevo.',
  'too-many': (params) => `Demasiados intentos. Inténtelo de nuevo en ${wait(params.wait)}.`,
  'mailed-recently': (params) =>
    `Use el enlace del último correo que le enviamos. Puede pedirlo de nuevo en ${wait(params.wait)}.`,
  'too-many-guest-mails': ({ max }) =>
    `Esta dirección ya recibió hoy ${max} correos sobre inscripciones, así que no podemos enviar el que confirma esta. Inténtelo de nuevo mañana o comuníquese con la oficina.`,
  'in-family': 'Este correo electrónico ya pertenece a un adulto de su familia.',
  'already-invited':
    'Ya se envió una invitación a este correo electrónico. Elija "Enviar de nuevo" para enviar un enlace nuevo.',
  'family-full': ({ max }) =>
    `Una familia puede tener hasta ${max} adultos, incluidas las invitaciones pendientes.`,
  'too-many-invitations': ({ max }) =>
    `Su familia envió ${max} correos de invitación hoy. Inténtelo de nuevo mañana.`,
  'first-adult-only': ({ name }) => `Solo ${isolate(name)} puede quitar a otros adultos de esta familia.`,
  'first-adult-stays': 'Usted es el primer adulto de esta familia, por eso no puede salir de ella.',
  'other-address': ({ hint }) =>
    `La invitación se envió a otro correo electrónico: ${hint}. Inicie sesión con ese.`,
  'sign-in-first': 'Este correo electrónico ya tiene una cuenta. Inicie sesión para unirse a la familia.',
  'join-refused': ({ reason }) => joinErrors[reason],
  'email-in-use': 'Este correo electrónico ya está en uso.',
  'stale-version': 'Alguien más cambió esto mientras usted lo editaba. Revíselo antes de guardar.',
  'key-reused': 'Esta solicitud ya se envió con otros datos.',
  'too-many-children': ({ count }) => `Una familia puede tener hasta ${count} niños. ${OFFICE}`,
  'child-removed': ({ child }) =>
    `Los datos de ${isolate(child)} se eliminaron. Se podrán agregar días cuando la familia vuelva a agregar a ${isolate(child)}.`,
  'own-bar': 'Pida a la oficina que cambie esta anotación.',
  'own-barred-child': 'Pida a la oficina que elimine a este niño.',
  'own-barred-child-name': 'Pida a la oficina que cambie el nombre de este niño.',
  'own-barred-name': 'Pida a la oficina que cambie su nombre.',
  'month-unavailable': 'Este mes no está abierto para inscripciones.',
  'day-unavailable': ({ days }) => dayErrorMessages(days, availability),
  'agreement-changed': 'El acuerdo cambió mientras tanto. Léalo y acéptelo de nuevo.',
  'price-changed': ({ totalCents }) =>
    `El precio cambió mientras tanto. El nuevo total es ${formatUsd(totalCents)}. Revíselo y envíe de nuevo.`,
  'already-submitted': 'Uno o más de los niños elegidos ya tienen una inscripción para este mes.',
  'not-editable': 'Esta inscripción ya no se puede cambiar porque su mes terminó.',
  'registration-cancelled': 'Esta inscripción está cancelada.',
  'already-asked': 'Usted ya pidió cancelar esta inscripción. La oficina le responderá.',
  'drop-in-not-editable': 'Las solicitudes de días sueltos no se pueden cambiar.',
  'drop-in-of-staff': 'La oficina registró este día suelto. Comuníquese con ella.',
  'drop-in-begun': `Este día ya comenzó. ${OFFICE}`,
  'drop-in-billed': `Este día suelto ya se facturó. ${OFFICE}`,
  'registration-claimed': 'Esta inscripción pertenece a una cuenta. Inicie sesión para cambiarla.',
  'drop-in-claimed': 'Este día suelto pertenece a una cuenta. Inicie sesión para retirarlo.',
  'drop-in-declined': 'Esta solicitud de día suelto no se aceptó.',
  'drop-in-removed': 'Este día suelto ya se retiró o se eliminó.',
  'already-booked': ({ child, kind, month, day }) => {
    const what = kind === 'registration' ? 'una inscripción' : 'un día suelto'
    const when = month
      ? formatMonth(month.month_name, month.year, 'es')
      : `el ${formatLongDate(day ?? '', 'es')}`
    return `${isolate(child)} ya tiene ${what} para ${when}.`
  },
  'not-watchable': ({ day }) => dayErrorMessage(day, availability),
  'too-many-watches': ({ max }) => `Usted ya espera un lugar en ${max} días. Primero quite uno de ellos.`,
  'absence-rejected': ({ reason, child, day, pickupTime }) =>
    ({
      not_booked: `${isolate(child)} no tiene cuidado reservado para ${day ? `el ${formatWeekdayDate(day, 'es')}` : 'hoy'}.`,
      cancelled: `El cuidado después de clases está cancelado ${day ? `el ${formatWeekdayDate(day, 'es')}` : 'hoy'}.`,
      arrived: `${isolate(child)} ya llegó.`,
      picked_up: `Ya recogieron a ${isolate(child)}.`,
      too_late: day
        ? `El ${formatWeekdayDate(day, 'es')} ya pasó.`
        : `Ya pasó la hora de recogida (${formatTimeOfDay(pickupTime, 'es')}).`,
      marked_by_staff: 'El personal marcó esto. Comuníquese con ellos para cambiarlo.',
    })[reason],
  'drop-in-unavailable': ({ day }) =>
    `No hay cuidado después de clases disponible el ${formatLongDate(day, 'es')}.`,
  'already-claimed': 'Esto ya es parte de su cuenta.',
  'account-in-use': ({ isShared, balanceDueCents, unbilledCents, bookings, childrenHere }) =>
    [
      isShared && 'Otros adultos comparten esta familia. Primero quítelos.',
      balanceDueCents > 0 &&
        `Su saldo pendiente es de ${formatUsd(balanceDueCents)}. Páguelo antes de eliminar su cuenta.`,
      unbilledCents > 0 &&
        `Aún no se han facturado ${formatUsd(unbilledCents)} de meses que ya comenzaron. Páguelos antes de eliminar su cuenta.`,
      ...childrenHere.map(
        (child) => `${isolate(child)} está ahora en el cuidado después de clases y aún no se ha recogido.`,
      ),
      ...bookings.map(booked),
      bookings.length > 0 &&
        `Podrá eliminar su cuenta cuando ${bookings.length === 1 ? 'ese día haya' : 'esos días hayan'} pasado.`,
    ]
      .filter(Boolean)
      .join(' '),
  'staff-account':
    'Esta es una cuenta del personal. Otro administrador puede eliminarla en Settings > Admin Users.',
  unavailable: 'El servicio está ocupado o se está reiniciando. Inténtelo de nuevo en un momento.',
  failed: FAILED,
}

const fields: FieldMessages = {
  'name-required': 'El nombre es obligatorio',
  'full-name-required': 'El nombre completo es obligatorio',
  'email-required': 'El correo electrónico es obligatorio',
  'email-invalid': 'Ingrese un correo electrónico válido',
  'password-required': 'La contraseña es obligatoria',
  'password-too-short': 'La contraseña debe tener al menos 6 caracteres.',
  'current-password-required': 'Ingrese su contraseña actual',
  'passwords-differ': 'Las dos contraseñas deben ser iguales.',
  'own-password-required': 'Ingrese su contraseña',
  'code-required': 'Ingrese el código',
  'code-too-long': 'Ese código es demasiado largo',
  'readable-name-required': 'Ingrese un nombre que se pueda leer',
  'person-name-required': 'Ingrese un nombre',
  'phone-too-short': 'Ingrese un número de teléfono de al menos 7 dígitos.',
  'too-long': ({ max }) => `Puede tener como máximo ${max} caracteres`,
  'control-characters': 'Quite los caracteres de control especiales',
  'line-breaks': 'Quite los saltos de línea y los caracteres de control especiales',
  'fields-required': 'Complete todos los campos obligatorios.',
  'child-required': 'Elija un niño',
  'date-required': 'Elija una fecha',
  'date-invalid': 'Elija una fecha válida',
  'message-required': 'Escriba un mensaje breve',
  'month-required': 'Elija un mes para la inscripción.',
  'child-and-days-required': 'Elija al menos un niño y los días.',
  'day-required': 'Elija al menos un día.',
  'days-repeated': 'Cada día se puede elegir una sola vez',
  'agreement-required': 'Acepte los términos y condiciones.',
  'too-many-people': ({ max }) => `Se pueden nombrar hasta ${max} personas`,
  'id-unknown': 'No reconocemos este dato. Vuelva a cargar la página.',
  'version-required': 'Vuelva a cargar la página e inténtelo de nuevo.',
}

const messages: Readonly<Record<string, string | ((params: never) => string)>> = {
  ...errors,
  ...fields,
  network: 'No pudimos conectarnos con el servidor. Revise su conexión e inténtelo de nuevo.',
}

function translate({ code, params }: ErrorReference): string | null {
  const message = Object.hasOwn(messages, code) ? messages[code] : null
  if (typeof message !== 'function') return message ?? null
  // A server of an earlier version sends no parameters.
  return params ? message(params as never) : null
}

/** There is no English file: in English the message that comes with the error is shown. */
export const es = {
  id: 'errors' as const,
  messages,
  word: (error: ErrorReference): string => translate(error) ?? FAILED,
  /** A code that this page does not know is only pointed at. */
  wordField: (error: ErrorReference | undefined): string =>
    (error && translate(error)) ?? 'Revise este campo.',
}
