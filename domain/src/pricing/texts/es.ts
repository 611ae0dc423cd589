import { formatWeekdayDate } from '../../lib/dates-format'
import type { en } from './en'

export const es = {
  id: 'pricing',
  credited: (day, amount) => `Cancelado por el programa: ${formatWeekdayDate(day, 'es')}, ${amount}`,
  noCare: (day, amount) => `Ya no hay cuidado: ${formatWeekdayDate(day, 'es')}, ${amount}`,
  chargedAgain: (day, amount) => `Sí habrá cuidado: ${formatWeekdayDate(day, 'es')}, ${amount}`,
} satisfies typeof en
