import type { en } from './family.en'

export const es = {
  id: 'family-change',
  joined: {
    title: 'Ya es parte de la familia',
    message: 'Ahora puede ver a sus niños, sus inscripciones y sus pagos.',
  },
  left: {
    title: 'Ya no es parte de la familia',
    message: 'Su cuenta sigue activa, sin los niños ni las inscripciones de la familia.',
  },
} satisfies typeof en
