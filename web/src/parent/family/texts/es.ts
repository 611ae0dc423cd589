import type { en } from './en'

export const es = {
  id: 'family',
  title: 'Adultos de esta familia',
  text: 'Todos ven y manejan los mismos niños, inscripciones y pagos, cada quien con su propia contraseña.',
  loadFailed: 'No pudimos cargar los adultos de esta familia',
  you: 'Usted',
  remove: {
    button: 'Quitar',
    label: (name) => `Quitar a ${name}`,
    title: (name) => `¿Quitar a ${name}?`,
    text: (name) =>
      `Desde ese momento, ${name} ya no podrá ver ni cambiar nada de su familia. Lo que hizo se conserva.`,
    done: { title: 'Listo', text: (name) => `${name} ya no es parte de esta familia.` },
    failed: 'No pudimos quitar a este adulto. Inténtelo de nuevo.',
  },
  leave: {
    button: 'Salir de esta familia',
    title: '¿Salir de esta familia?',
    text: 'Ya no verá sus niños, inscripciones ni pagos. Todo eso se queda con la familia, y usted conserva su cuenta. Para volver necesita otra invitación.',
    confirm: 'Salir',
    failed: 'No pudimos sacar su cuenta de la familia. Inténtelo de nuevo.',
  },
  invitation: {
    dates: (sent, expires) => `Invitación del ${sent}; el enlace sirve hasta el ${expires}`,
    sendAgain: 'Enviar de nuevo',
    sendAgainLabel: (email) => `Enviar de nuevo la invitación a ${email}`,
    sentAgain: {
      title: 'Invitación enviada',
      text: (email) => `${email} tiene un enlace nuevo. El anterior ya no sirve.`,
    },
    cancel: 'Cancelar',
    cancelLabel: (email) => `Cancelar la invitación a ${email}`,
    cancelTitle: '¿Cancelar esta invitación?',
    cancelText: (email) => `El enlace enviado a ${email} dejará de servir de inmediato.`,
    confirm: 'Sí, cancelar',
    keep: 'Conservarla',
    cancelled: {
      title: 'Invitación cancelada',
      text: (email) => `El enlace enviado a ${email} ya no sirve.`,
    },
    closed: {
      title: 'La invitación ya no está abierta',
      text: (email) => `Mientras tanto, la invitación a ${email} se aceptó, se canceló o se envió de nuevo.`,
    },
    failed: 'No pudimos cambiar esta invitación. Inténtelo de nuevo.',
  },
  invite: {
    label: 'Invitar a otro adulto',
    hint: 'El correo electrónico de esa persona. Le enviamos un enlace que sirve una sola vez, durante 7 días.',
    send: 'Enviar invitación',
    sent: {
      title: 'Invitación enviada',
      text: (email) => `Enviamos un enlace a ${email}. Sirve durante 7 días.`,
    },
    full: (max) => `Una familia puede tener hasta ${max} adultos, con las invitaciones abiertas.`,
    failed: 'No pudimos enviar la invitación. Inténtelo de nuevo.',
  },
} satisfies typeof en
