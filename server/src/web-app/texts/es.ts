import type { en } from './en'

export const es = {
  id: 'page',
  description: 'Inscriba a los niños en los días de cuidado después de clases, mes por mes.',
  needsScript: (program: string) => `${program} necesita JavaScript. Actívelo y vuelva a cargar esta página.`,
  readable:
    'Puede leer esta página sin JavaScript. Para iniciar sesión o inscribirse, actívelo y vuelva a cargar la página.',
} satisfies typeof en
