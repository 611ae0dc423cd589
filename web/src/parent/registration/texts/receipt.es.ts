import type { en } from './receipt.en'

export const es = {
  id: 'receipt',
  registration: 'Recibimos su inscripción',
  dropIn: 'Recibimos su solicitud de día suelto',
  fee: (fee) => `Costo total ${fee}`,
  mail: 'En breve recibirá un correo de confirmación con su enlace privado.',
} satisfies typeof en
