import type { en } from './en'

export const es = {
  id: 'balance',
  owe: (amount) => `Debe ${amount}`,
  nothing: 'Nada por pagar',
  credit: (amount) => `Saldo a favor de ${amount}`,
  general: (amount) => `Pagos generales: ${amount}, incluidos`,
  notBilled: 'Aún no facturado',
  paidOf: (paid, fee) => `${paid} de ${fee} pagado`,
  paidSoFar: (paid) => `${paid} pagado`,
  paid: 'Pagado',
} satisfies typeof en
