import type { en } from './receipt.en'

export const es = {
  id: 'receipt',
  registration: 'Recibimos su inscripción',
  dropIn: 'Recibimos su solicitud de día suelto',
  confirm: 'Revise su correo para confirmar',
  confirmBy: (time) =>
    `Abra el enlace de nuestro correo y confirme. Tiene hasta el ${time}: mientras tanto le guardamos los días. Si no confirma, la solicitud se descarta.`,
  fee: (fee) => `Costo total ${fee}`,
  feeOnceApproved: (fee) => `${fee} si se aprueba`,
  waiting:
    'Está en espera de aprobación. Le avisaremos por correo, y su enlace privado muestra la respuesta. Hasta entonces no tiene costo.',
  mail: 'En breve recibirá un correo de confirmación con su enlace privado.',
} satisfies typeof en
