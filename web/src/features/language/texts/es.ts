import type { en } from './en'

export const es = {
  id: 'language',
  label: 'Idioma',
  help: 'También le enviaremos los correos en este idioma.',
  saveFailed: {
    title: 'No se guardó su elección',
    text: 'Revise su conexión y elija el idioma de nuevo.',
  },
} satisfies typeof en
