import type { en } from './en'

export const es = {
  id: 'app',
  skipToContent: 'Ir al contenido',
  loadingPage: 'Cargando página',
  notFound: {
    pageTitle: 'Página no encontrada',
    text: 'No encontramos esta página',
    home: 'Volver al inicio',
  },
} satisfies typeof en
