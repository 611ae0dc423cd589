/** For Spanish months and weekdays, which are written with a small letter, where a title or sentence begins. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
