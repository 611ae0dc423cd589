import type { en } from './claim-dialog.en'

export const es = {
  id: 'claim-dialog',
  title: 'Agregar a su cuenta',
  description: (title, days, fee, child) => `${title}: ${days}, ${fee}. Enviado para ${child}.`,
  added: (title) => `Se agregó a su cuenta: ${title}.`,
  failed: 'No pudimos agregar esto a su cuenta. Inténtelo de nuevo.',
  add: 'Agregar',
  childrenFailed: 'No pudimos cargar a sus niños.',
  which: '¿Para qué niño es?',
  newChild: 'Otro niño',
  name: 'Nombre',
  allergies: 'Alergias',
  allergiesHint: 'Alimentos, medicinas o cualquier otra cosa.',
  reminder:
    'Alergias que escribió como invitado: {allergies}. Compruebe en «Mis niños» que también estén en los datos de {child}.',
} satisfies typeof en
