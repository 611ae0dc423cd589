import type { en } from './en'

export const es = {
  id: 'privacy',
  title: 'Sus datos',
  text: 'Un archivo con todo lo que guardamos sobre su familia: niños, inscripciones, pagos y correos.',
  download: 'Descargar mis datos',
  ready: { title: 'Descarga lista', text: (file) => `Se guardó como ${file}` },
  downloadFailed: 'No pudimos descargar sus datos. Inténtelo de nuevo.',
  tooOften: 'Ya descargó sus datos varias veces. Inténtelo de nuevo en unos minutos.',
  staff: 'Esta es una cuenta del personal. Otro administrador puede quitarla en Settings > Admin Users.',
  deleteMember:
    'Al eliminar su cuenta se borran para siempre su nombre y su correo. Los datos de la familia se conservan.',
  deleteFamily: 'Al eliminar su cuenta se borran para siempre los nombres, correos y notas de su familia.',
  delete: 'Eliminar mi cuenta',
} satisfies typeof en
