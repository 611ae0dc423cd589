import type { en } from './choice.en'

export const es = {
  id: 'language-choice',
  help: 'También le enviaremos los correos en este idioma.',
  saveFailed: {
    title: 'No se guardó su elección',
    text: 'Revise su conexión y elija el idioma de nuevo.',
  },
} satisfies typeof en
