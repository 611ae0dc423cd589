import type { en } from './guest-draft.en'

export const es = {
  id: 'guest-draft',
  text: 'Lo que escriba se queda en esta pestaña hasta que lo envíe o la cierre.',
  clear: 'Limpiar el formulario',
} satisfies typeof en
