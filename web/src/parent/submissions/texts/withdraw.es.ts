import type { en } from './withdraw.en'

export const es = {
  id: 'withdraw',
  withdraw: 'Retirar solicitud',
  title: '¿Retirar este día suelto?',
  text: (date) => `Se quitará su solicitud de día suelto para el ${date}. No tiene costo.`,
  confirm: 'Retirar',
  done: (date) => `Se retiró su solicitud de día suelto para el ${date}.`,
  ask: 'Para cancelar este día suelto, escriba a {email}.',
  failed: 'No pudimos retirar la solicitud. Inténtelo de nuevo.',
} satisfies typeof en
