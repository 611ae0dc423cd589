import type { en } from './approval.en'

export const es = {
  id: 'drop-in-approval',
  labels: {
    waiting: 'En espera',
    unanswered: 'Sin respuesta',
    approved: 'Aprobada',
    declined: 'No aceptada',
  },
  notes: {
    waiting: (fee) =>
      `La oficina aprueba o rechaza esta solicitud y le avisa por correo. Cuesta ${fee} cuando se apruebe; hasta entonces no tiene costo.`,
    unanswered: () => 'La oficina no respondió a tiempo. No tiene costo.',
    approved: () => 'La oficina aprobó esta solicitud.',
    declined: () => 'La oficina no pudo aceptar esta solicitud. No tiene costo.',
  },
  dayCancelled:
    'El cuidado después de clases está cancelado ese día, así que no se puede aprobar esta solicitud. No tiene costo. La oficina le avisará por correo.',
  officeWrites: (message) => `La oficina escribe: ${message}`,
} satisfies typeof en
