/** What a form's text fields and choices are given: the value of that name, and what changes it. */
export const controlsOf =
  <Values extends object>(values: Values, change: (part: Partial<Values>) => void) =>
  <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    onValueChange: (value: Values[Name]) => change({ [name]: value } as unknown as Partial<Values>),
  })
