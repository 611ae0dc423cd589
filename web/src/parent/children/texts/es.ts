import type { en } from './en'

export const es = {
  id: 'children',
  addChild: 'Agregar niño',
  editChild: 'Editar datos',
  loading: 'Cargando niños',
  loadFailed: 'No pudimos cargar los datos de los niños.',
  none: {
    title: 'Aún no ha agregado niños',
    text: 'Agregue a cada niño una sola vez y después inscríbalo con un toque.',
  },
  edit: (name) => `Editar los datos de ${name}`,
  delete: (name) => `Eliminar a ${name}`,
  allergies: (allergies) => `Alergias: ${allergies}`,
  whoMayPickUp: 'Quién puede recoger',
  mustNotPickUp: 'No puede recoger',
  noInformation: 'Sin más información',
  removal: {
    title: '¿Eliminar estos datos?',
    text: (name) => `Los datos de ${name} se eliminarán para siempre. Esto no se puede deshacer.`,
    theChild: 'este niño',
    registrationsStay: 'Las inscripciones ya hechas se conservan y se facturan.',
    confirm: 'Eliminar',
    done: (name) => `Eliminamos los datos de ${name}.`,
    failed: 'No pudimos eliminar los datos. Inténtelo de nuevo.',
  },
} satisfies typeof en
