export const en = {
  id: 'field' as const,
  tooLong: (length: number, max: number) =>
    `Too long: ${length} of ${max} characters. Nothing was cut off. Please shorten it.`,
}
