import { pluralize } from '@aftercare/domain/lib/pluralize'
import type { en } from './en'

/** "la 1:05 p.m.", "las 3:30 p.m." */
const the = (time: string) => `${/^1:/.test(time) ? 'la' : 'las'} ${time}`

export const es = {
  id: 'dashboard',
  welcome: 'Qué gusto verle de nuevo',
  childrenLoadFailed: 'No pudimos cargar los datos de los niños.',
  partFailed: 'Una parte de esta página no se cargó.',
  helpAndInformation: 'Ayuda e información',
  loadingSubmissions: 'Cargando solicitudes',
  addPhone: 'Agregue un número de teléfono para que podamos comunicarnos con usted.',
  myChildren: 'Mis niños',
  addChild: 'Agregar un niño',
  months: {
    title: 'Meses disponibles',
    count: (count) => (count === 1 ? 'mes disponible' : 'meses disponibles'),
    loading: 'Cargando meses',
    loadFailed: 'No pudimos cargar los meses disponibles.',
    none: 'Por ahora no hay meses abiertos para inscribirse.',
    someChildrenLeft: 'Aún hay niños sin inscribir en algunos de los meses abiertos.',
    allRegistered: 'Ya hizo su inscripción en todos los meses abiertos.',
    register: (month) => `Inscribir a {children} en ${month}`,
    registerAnother: 'Inscribir a otro niño',
    noDays: 'Sin días abiertos',
    daysOpen: (days, price) => `${pluralize(days, 'día abierto', 'días abiertos')}, desde ${price}`,
  },
  submissions: {
    title: 'Sus solicitudes',
    loadFailed: 'No pudimos cargar el historial de solicitudes.',
    seeAll: (total) => `Ver las ${total} en su historial`,
  },
  start: { title: 'Para empezar', text: 'Elija un mes y los días que necesita.' },
  dropIn: {
    title: '¿Necesita cuidado de {lastMinute}?',
    lastMinute: 'último momento',
    text: 'Solicite cuidado para hoy o mañana.',
  },
  addChildren: {
    title: 'Agregue a sus niños',
    text: 'Escriba una sola vez sus nombres y alergias. Después podrá inscribirlos con unos toques.',
  },
  help: {
    title: '¿Necesita ayuda?',
    text: '¿Preguntas sobre días, costos o la hora de recogida? Escríbanos.',
  },
  today: {
    title: 'Hoy',
    cancelled: 'El cuidado después de clases está cancelado hoy',
    here: (time) => `Llegó a ${the(time)}`,
    pickedUp: (time) => `Salió a ${the(time)}`,
    notComing: 'No viene hoy',
    notComingByStaff: 'No viene hoy, según anotó el personal',
    noAftercare: 'Hoy no hay cuidado después de clases',
    expected: (from, pickup) => `Desde ${the(from)}; recogida a más tardar a ${the(pickup)}`,
    undo: 'Deshacer',
    confirmTitle: (child) => `¿Avisar que ${child} no viene hoy?`,
    confirmText:
      'El personal lo verá de inmediato. El costo de hoy se cobra de todos modos. Puede deshacerlo hasta que se registre la llegada.',
    confirm: 'Avisar',
    marked: (child) => `${child} no viene hoy`,
    markedText: 'El personal ya puede verlo. El costo de hoy se cobra de todos modos.',
    undone: (child) => `Volvemos a esperar a ${child}`,
  },
} satisfies typeof en
