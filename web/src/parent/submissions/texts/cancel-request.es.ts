import type { en } from './cancel-request.en'

export const es = {
  id: 'cancel-request',
  askedOn: (date) => `Cancelación solicitada el ${date}`,
  open: 'Todavía no cambió nada. La oficina cancelará la inscripción o le escribirá.',
  declinedOn: (date) => `No se aceptó, el ${date}:`,
  ask: 'Solicitar la cancelación de esta inscripción',
  message: 'Mensaje para la oficina',
  hint: 'Con la solicitud no cambia nada todavía: la oficina cancela la inscripción o le escribe.',
  cancel: 'No solicitar',
  send: 'Enviar solicitud',
  sent: { title: 'Solicitud enviada', message: 'La oficina cancelará la inscripción o le escribirá.' },
  unsaved: 'Su mensaje no se ha enviado y se perderá.',
  failed: 'No pudimos enviar su solicitud. Inténtelo de nuevo.',
} satisfies typeof en
