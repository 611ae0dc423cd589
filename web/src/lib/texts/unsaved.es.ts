import type { en } from './unsaved.en'

export const es = {
  id: 'unsaved-changes',
  description: 'Lo que ingresó no se ha guardado y se perderá.',
  leave: {
    title: '¿Salir sin guardar?',
    confirmLabel: 'Salir sin guardar',
    cancelLabel: 'Quedarme aquí',
  },
  close: {
    title: '¿Cerrar sin guardar?',
    confirmLabel: 'Cerrar sin guardar',
    cancelLabel: 'Seguir editando',
  },
} satisfies typeof en
