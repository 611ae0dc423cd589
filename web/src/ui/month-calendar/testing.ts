/** What a screen reader calls a day of the calendar. */
export const dayName = (cell: Element | null) => cell?.querySelector('.sr-only')?.textContent
