import type { en } from './en'

export const es = {
  id: 'calendar-feed',
  title: 'Calendario',
  text: 'Vea los días de cuidado de sus niños en el calendario de su teléfono o computadora. Se actualiza solo.',
  loadFailed: 'No pudimos cargar su enlace del calendario',
  changeFailed: 'No pudimos cambiar su enlace del calendario. Inténtelo de nuevo.',
  add: 'Agregar a su calendario',
  link: 'Enlace privado',
  linkHint:
    'El botón abre su aplicación de calendario. En Google Calendar: Otros calendarios > Desde URL, y pegue el enlace.',
  copy: 'Copiar enlace',
  copied: { title: 'Copiado', text: 'Ya puede pegar el enlace donde lo necesite.' },
  notCopied: { title: 'No se copió', text: 'Copie usted el enlace seleccionado.' },
  warning: 'Cualquier persona con este enlace puede ver los nombres y los días de sus niños. No lo comparta.',
  lost: 'Sus calendarios siguen funcionando, pero este enlace ya no se puede mostrar. Cámbielo para tener uno nuevo.',
  replaceLink: 'Cambiar enlace',
  made: {
    title: 'Enlace del calendario creado',
    text: 'Toque otra vez «Agregar a su calendario» para abrir su aplicación de calendario.',
  },
  replace: {
    title: '¿Cambiar el enlace?',
    text: 'El enlace anterior dejará de servir de inmediato. Los calendarios que lo usan necesitarán el nuevo.',
    confirm: 'Cambiar',
    done: {
      title: 'Enlace del calendario cambiado',
      text: 'El enlace anterior ya no sirve. Use el nuevo desde ahora.',
    },
  },
  turnOff: {
    title: '¿Desactivar el enlace?',
    text: 'Dejará de servir de inmediato. Los calendarios que lo usan ya no se actualizarán.',
    confirm: 'Desactivar',
    done: { title: 'Enlace del calendario desactivado', text: 'El enlace ya no sirve.' },
  },
} satisfies typeof en
