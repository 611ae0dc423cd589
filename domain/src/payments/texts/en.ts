export const en = {
  id: 'balance' as const,
  owe: (amount: string) => `You owe ${amount}`,
  nothing: 'Nothing to pay',
  credit: (amount: string) => `Credit ${amount}`,
  general: (amount: string) => `General payments: ${amount}, included`,
  notBilled: 'Not billed yet',
  paidOf: (paid: string, fee: string) => `${paid} of ${fee} paid`,
  paidSoFar: (paid: string) => `${paid} paid`,
  paid: 'Paid',
}
