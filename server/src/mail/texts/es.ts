import { formatMonthOfDay, formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { joinList } from '@aftercare/domain/lib/join-list'
import type { en } from './en'

const days = (count: number) => (count === 1 ? '1 día' : `${count} días`)
const hours = (count: number) => (count === 1 ? '1 hora' : `${count} horas`)
const listed = (dates: readonly string[]) =>
  joinList(
    dates.map((date) => `el ${date}`),
    'es',
  )
const datesOf = (each: readonly string[]) => listed(each.map((day) => formatWeekdayDate(day, 'es')))
const billing = 'Los costos se cobran por nuestro sistema de facturación externo.'

export const es = {
  id: 'mail',
  questions: '¿Preguntas?',
  openLink: 'O abra este enlace:',
  privateLink: (validDays) =>
    `No comparta este enlace: cualquiera que lo tenga puede ver estos días y el costo. Funciona durante ${validDays} días.`,
  test: 'Este es un correo de prueba. Los nombres y los números son inventados.',
  hello: (name) => (name === '' ? 'Hola:' : `Hola, ${name}:`),
  sentBy: (name) => `Enviado por ${name}.`,
  days,
  hours,
  verification: {
    subject: (program) => `Confirme su correo electrónico para ${program}`,
    preheader: 'Confirme su correo electrónico y luego inicie sesión.',
    title: 'Confirme su correo electrónico',
    intro: (program) =>
      `Gracias por crear una cuenta en ${program}. Confirme que este es su correo electrónico.`,
    changed: {
      intro: (program) =>
        `La oficina de cuidado después de clases cambió el correo electrónico de su cuenta de ${program} por este. Confirme que es suyo. Mientras tanto no puede iniciar sesión y retenemos los demás correos para usted.`,
      closing: (validFor) =>
        `El enlace funciona una sola vez y vence en ${validFor}. Si esta cuenta no es suya, ignore este correo.`,
    },
    action: 'Confirmar correo electrónico',
    closing: (validFor) =>
      `El enlace funciona una sola vez y vence en ${validFor}. Si usted no creó una cuenta, puede ignorar este correo.`,
  },
  recovery: {
    subject: (program) => `Restablezca su contraseña de ${program}`,
    preheader: (validFor) => `El enlace funciona una sola vez y vence en ${validFor}.`,
    title: 'Restablezca su contraseña',
    intro: 'Recibimos una solicitud para restablecer su contraseña. Elija una nueva aquí.',
    action: 'Elegir una contraseña nueva',
    closing: (validFor) =>
      `El enlace funciona una sola vez y vence en ${validFor}. Si usted no lo pidió, puede ignorar este correo. Su contraseña no cambiará.`,
  },
  accountInvitation: {
    subject: (program) => `Elija una contraseña para ${program}`,
    preheader: 'Su cuenta está lista.',
    title: 'Su cuenta está lista',
    intro: {
      invited: (program) =>
        `La oficina de cuidado después de clases creó una cuenta de ${program} para su familia. Elija una contraseña para iniciar sesión e inscribir días.`,
      'signed-up': (program) =>
        `Alguien (probablemente usted) intentó crear una cuenta con este correo electrónico. La oficina de cuidado después de clases ya creó una cuenta de ${program} para su familia. Elija una contraseña para iniciar sesión en ella.`,
      'signed-up-again': (program) =>
        `Alguien (probablemente usted) creó más de una vez una cuenta de ${program} con este correo electrónico, con contraseñas distintas. Para proteger su cuenta, ninguna de ellas sirve. Elija una contraseña para confirmar su correo electrónico e iniciar sesión. Si no fue usted, puede ignorar este correo.`,
    },
    again: {
      preheader: 'Alguien creó más de una vez una cuenta con este correo electrónico.',
      title: 'Elija una contraseña',
    },
    action: 'Elegir una contraseña',
    closing: (validFor) =>
      `El enlace funciona una sola vez y vence en ${validFor}. Después, elija «¿Olvidó su contraseña?» en la página de inicio de sesión para recibir uno nuevo.`,
  },
  theOffice: 'La oficina de cuidado después de clases',
  familyInvitation: {
    subject: (inviter, program) => `${inviter} le invitó a su familia en ${program}`,
    preheader: 'Vea y planifique los días de cuidado de los mismos niños.',
    title: 'Únase a una familia',
    intro: (inviter, program) =>
      `${inviter} usa ${program} para planificar el cuidado después de clases de sus niños y le invitó a compartirlo. Con una cuenta propia, usted ve los mismos niños y días, y puede inscribirlos, cambiar días y avisar cuando un niño no viene.`,
    byOffice: {
      subject: (adult, program) => `Le invitaron a la familia de ${adult} en ${program}`,
      intro: (adult, program) =>
        `${adult} usa ${program} para planificar el cuidado después de clases de sus niños, y la oficina le invitó a compartirlo. Con una cuenta propia, usted ve los mismos niños y días, y puede inscribirlos, cambiar días y avisar cuando un niño no viene.`,
    },
    action: 'Unirme a la familia',
    closing: (inviter, validFor) =>
      `El enlace funciona una sola vez y vence en ${validFor}. Es solo para usted: no lo reenvíe. Si no conoce a ${inviter}, puede ignorar este correo.`,
  },
  guestConfirmation: {
    subject: (request) => `Confirme su ${request}`,
    preheader: (by) => `Confírmela a más tardar el ${by}; si no, se descartará.`,
    title: 'Confirme su correo electrónico',
    what: {
      registration: (month) => `inscripción para ${month}`,
      dropIn: (date) => `solicitud de un día suelto para el ${date}`,
    },
    intro: (request, by) =>
      `Recibimos una ${request} con este correo electrónico. Tiene hasta el ${by} para confirmarla. Mientras tanto le guardamos los días. Si no se confirma, se descarta y no queda nada reservado.`,
    action: 'Confirmar',
    closing: 'Si no fue usted, puede ignorar este correo.',
  },
  familyInvited: {
    subject: (inviter, program) => `${inviter} invitó a alguien a su familia en ${program}`,
    preheader: 'Revise que esto sea correcto.',
    title: 'Invitaron a alguien a su familia',
    intro: (inviter) =>
      `${inviter} invitó a otro adulto a su familia. Cuando se una, verá los mismos niños y días que usted y podrá cambiarlos.`,
    invitedAddress: 'Correo invitado',
    action: 'Ver los adultos de su familia',
    closing: 'Si esto no es correcto, cancele la invitación en su perfil y escríbanos de inmediato.',
  },
  familyJoined: {
    subject: (adult, program) => `${adult} se unió a su familia en ${program}`,
    preheader: 'Revise que esto sea correcto.',
    title: 'Alguien se unió a su familia',
    intro: (adult) =>
      `${adult} recibió una invitación y se unió a su familia. Ahora ve los mismos niños y días que usted y puede cambiarlos.`,
    emailAddress: 'Correo electrónico',
    action: 'Ver los adultos de su familia',
    closing: 'Si esto no es correcto, escríbanos de inmediato.',
  },
  accountExists: {
    subject: (program) => `Usted ya tiene una cuenta de ${program}`,
    preheader: 'Alguien intentó crear una cuenta con este correo electrónico.',
    title: 'Usted ya tiene una cuenta',
    intro:
      'Alguien (probablemente usted) intentó crear una cuenta con este correo electrónico. Usted ya tiene una cuenta, así que nada cambió.',
    action: 'Iniciar sesión',
    closing: '¿Olvidó su contraseña? Elija «¿Olvidó su contraseña?» en la página de inicio de sesión.',
  },
  seatOpened: {
    subject: (day) => `Se liberó un lugar el ${day}`,
    preheader: 'Es para quien se inscriba primero.',
    title: 'Se liberó un lugar',
    intro: (day) =>
      `Usted nos pidió que le avisáramos: se liberó un lugar de cuidado después de clases el ${day}.`,
    action: 'Elegir el día',
    closing:
      'No podemos reservarle el lugar: es para quien se inscriba primero. No le escribiremos de nuevo sobre este día a menos que lo pida.',
  },
  childChanged: {
    title: (child) => `Se cambiaron los datos de ${child}`,
    preheader: 'La oficina de cuidado después de clases los corrigió. Revise que estén bien.',
    intro: (child) =>
      `La oficina de cuidado después de clases cambió los datos de ${child}. Revise que estén bien.`,
    added: {
      title: (child) => `Se agregó a ${child} a su familia`,
      preheader: 'La oficina de cuidado después de clases agregó a un niño. Revise que los datos estén bien.',
      intro: (child) =>
        `La oficina de cuidado después de clases agregó a ${child} a su familia. Revise que los datos estén bien.`,
    },
    byAdult: {
      title: (child) => `Se cambió quién recoge a ${child}`,
      preheader: 'Otro adulto de su familia lo cambió. Revise que esté bien.',
      intro: (adult, child) =>
        `${adult} cambió quién puede o quién no puede recoger a ${child}. Revise que esté bien.`,
      somebody: 'Otro adulto de su familia',
    },
    columns: { detail: 'Dato', before: 'Antes', now: 'Ahora' },
    labels: {
      name: 'Nombre',
      allergies: 'Alergias',
      notes: 'Notas',
      grade: 'Clase o grado',
      pickup_people: 'Quién puede recoger',
      must_not_pick_up: 'No puede recoger',
    },
    none: 'Ninguno',
    withheld: 'No está en este correo',
    changed: 'Se cambió',
    action: 'Ver sus niños',
    closing: 'Si algo no está bien, cámbielo en esa página o escríbanos.',
  },
  emailChanged: {
    subject: (program) => `Se cambió su correo electrónico de ${program}`,
    preheader: (email) => `De ahora en adelante, inicie sesión con ${email}.`,
    title: 'Se cambió su correo electrónico',
    intro:
      'La oficina de cuidado después de clases cambió el correo electrónico de su cuenta. Abra el enlace que enviamos al nuevo y luego inicie sesión con él. Este correo ya no sirve.',
    newEmail: 'Correo nuevo',
    closing: 'Si no esperaba este cambio, escríbanos de inmediato.',
  },
  accountErasure: {
    subject: (program) => `¿Quiere conservar su cuenta de ${program}?`,
    preheader: (day) => `Si no, la borraremos el ${day}.`,
    title: '¿Quiere conservar su cuenta?',
    intro: (program, day) =>
      `Hace mucho tiempo que no usa ${program}. No guardamos los datos de las familias más tiempo del necesario, por eso borraremos su cuenta y los datos de su familia el ${day} o poco después.`,
    kept: 'Para conservar todo como está, basta con que inicie sesión antes de esa fecha. Si está de acuerdo, no tiene que hacer nada.',
    action: 'Iniciar sesión para conservarla',
    closing:
      '¿Olvidó su contraseña? Elija "¿Olvidó su contraseña?" en la página de inicio de sesión. O responda a este correo.',
  },
  passwordChanged: {
    subject: (program) => `Se cambió su contraseña de ${program}`,
    preheader: 'Si fue usted, no tiene que hacer nada.',
    title: 'Se cambió su contraseña',
    intro: 'Su contraseña se acaba de cambiar. Si fue usted, no tiene que hacer nada.',
    closing:
      'Si no fue usted, restablezca su contraseña en la página de inicio de sesión y escríbanos de inmediato.',
    check:
      'Si otra persona sabía la contraseña anterior de la cuenta de una familia, revise también su perfil: quién pertenece a la familia, a quién se invitó y el enlace del calendario, que puede reemplazar.',
  },
  message: {
    fees: {
      credit: (count) =>
        count === 1
          ? 'El costo de este día se acredita: se resta del total de su familia.'
          : 'El costo de estos días se acredita: se resta del total de su familia.',
      keep: (count) =>
        count === 1 ? 'El costo de este día se mantiene.' : 'El costo de estos días se mantiene.',
    },
    closing: (each) =>
      each.length === 0
        ? 'Para escribirnos, responda a este correo.'
        : `Recibe este correo porque su familia tiene una inscripción de cuidado después de clases para ${listed(each)}. Para escribirnos, responda a este correo.`,
    cancelledSubject: (each) =>
      `El cuidado después de clases está cancelado ${each.length <= 3 ? datesOf(each) : `en ${each.length} días de ${formatMonthOfDay(each[0] ?? '', 'es')}`}`,
    cancelledText: (each) =>
      `No habrá cuidado después de clases ${datesOf(each)}. Por favor, haga otros planes para ${each.length === 1 ? 'ese día' : 'esos días'}.`,
  },
  facts: {
    child: 'Niño o niña',
    children: 'Niños',
    month: 'Mes',
    date: 'Fecha',
    dismissal: 'Salida',
    dismissals: { regular: 'Normal', noon: 'Mediodía', early: '2:30 p.m.' },
    fee: 'Costo',
    feeOnceApproved: 'Costo si se aprueba',
    totalFee: 'Costo total',
    feeBefore: 'Costo anterior',
    added: (count) => `${days(count)} ${count === 1 ? 'agregado' : 'agregados'}`,
    removed: (count) => `${days(count)} ${count === 1 ? 'quitado' : 'quitados'}`,
    now: (count) => `${days(count)} ahora`,
    cancelled: (count) => `${days(count)} ${count === 1 ? 'cancelado' : 'cancelados'}`,
    withoutCare: (count) => `${days(count)} que ya no ${count === 1 ? 'tiene' : 'tienen'} cuidado, sin costo`,
    givenUp: (count) => `${days(count)} ${count === 1 ? 'liberado' : 'liberados'}`,
    stay: (count) => `${days(count)} ${count === 1 ? 'se mantiene' : 'se mantienen'}`,
  },
  seeRegistration: 'Ver la inscripción',
  seeDropIn: 'Ver la solicitud',
  registered: {
    title: (child, month) => `Inscripción de ${child} para ${month}`,
    intro: `Recibimos su inscripción. ${billing}`,
  },
  dropIn: {
    title: 'Recibimos su solicitud de día suelto',
    intro: (child, date) => `Recibimos su solicitud para ${child} el ${date}. ${billing}`,
    waiting: (child, date) =>
      `Recibimos su solicitud para ${child} el ${date}. Está en espera de aprobación: le avisaremos por correo si ${child} puede venir. Hasta entonces no esperamos a ${child} y no tiene costo.`,
  },
  dropInWithdrawn: {
    title: (date) => `Se retiró su solicitud de día suelto para el ${date}`,
    intro: (child, date) => `Se retiró el día suelto de ${child} del ${date}, así que lo quitamos.`,
  },
  dropInDeclined: {
    title: (date) => `No se pudo aceptar su solicitud de día suelto para el ${date}`,
    intro: (child, date) =>
      `La oficina de cuidado después de clases no pudo aceptar el día suelto de ${child} del ${date}.`,
    dayCancelled: 'Ese día se canceló el cuidado después de clases.',
  },
  dropInApproved: {
    title: (date) => `Se aprobó su solicitud de día suelto para el ${date}`,
    intro: (child, date) =>
      `La oficina de cuidado después de clases aprobó el día suelto de ${child} del ${date}. ${billing}`,
  },
  officeWrites: 'Esto es lo que escribe la oficina:',
  changed: {
    title: (month) => `Se cambió su inscripción de ${month}`,
    byStaff: (child) => `La oficina de cuidado después de clases cambió los días de ${child}.`,
    byFamily: (child) => `Guardamos sus cambios a los días de ${child}.`,
    fee: (now, before) => `Costo total: ${now}; antes: ${before}.`,
    billing,
  },
  cancelled: {
    title: (month) => `Se canceló su inscripción de ${month}`,
    intro: (child, month) =>
      `La oficina de cuidado después de clases canceló la inscripción de ${child} para ${month}.`,
    feeKept: 'El costo se mantiene.',
    noFee: 'No tiene costo.',
    daysStay: (child) => `Los días en que ${child} estuvo aquí se mantienen, con su costo.`,
    daysFree: 'Sus días quedan libres para otras familias. Los pagos ya hechos siguen registrados.',
    otherDaysFree:
      'Sus demás días quedan libres para otras familias. Los pagos ya hechos siguen registrados.',
  },
  declined: {
    title: (month) => `Su inscripción de ${month} no se canceló`,
    intro: (child, month) =>
      `Usted nos pidió cancelar la inscripción de ${child} para ${month}. Sigue como está. Esto es lo que escribe la oficina:`,
  },
  restored: {
    title: (month) => `Su inscripción de ${month} sigue vigente`,
    intro: (child, month) =>
      `La oficina de cuidado después de clases anuló la cancelación: la inscripción de ${child} para ${month} sigue como antes.`,
  },
} satisfies typeof en
