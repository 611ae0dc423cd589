import type { en } from './en'

export const es = {
  id: 'guest-confirmation',
  notice:
    'Después de enviar, le mandaremos un enlace por correo. Le guardamos los días durante 60 minutos. Si no confirma en ese tiempo, la solicitud se descarta.',
  sent: {
    title: 'Revise su correo',
    message:
      'Abra el enlace de nuestro correo y confirme en un plazo de 60 minutos. Si no, la solicitud se descarta.',
  },
  loading: 'Comprobando el enlace',
  invalid: { title: 'Este enlace no funciona', text: 'Este enlace no es válido o ya venció.' },
  failed: 'No pudimos comprobar el enlace. Revise su conexión e inténtelo de nuevo.',
  registration: 'Inscripción',
  dropIn: 'Solicitud de día suelto',
  totalFee: 'Costo total',
  confirmBy: (time) =>
    `Tiene hasta el ${time} para confirmar. Mientras tanto le guardamos los días. Si no confirma, no queda nada reservado.`,
  confirm: 'Confirmar',
  confirmFailed: 'No pudimos confirmar esto. Revise su conexión e inténtelo de nuevo.',
  stillHeld: (time) =>
    `Su solicitud no se perdió: puede intentarlo de nuevo hasta el ${time} o enviar una nueva.`,
  confirmed:
    'Gracias. Esto está confirmado. En breve recibirá un correo de confirmación con su enlace privado.',
  confirmedBefore: 'Esto ya está confirmado. El correo de confirmación tiene su enlace privado.',
  waiting:
    'Gracias. Su correo está confirmado y su día suelto está en espera de aprobación. Le avisaremos por correo, y el enlace privado del correo de confirmación muestra la respuesta.',
  dropped: 'Esto no se confirmó en 60 minutos, así que se descartó y no hay nada reservado.',
  sendAgain: 'Enviar una solicitud nueva',
} satisfies typeof en
