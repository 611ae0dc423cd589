import { createContext, useContext } from 'react'

/** The programme's configured name and contact email. */
export type Program = { name: string; contactEmail: string }

export const ProgramContext = createContext<Program>({
  name: 'Preschool Aftercare',
  contactEmail: 'aftercare@example.com',
})

export function useProgram(): Program {
  return useContext(ProgramContext)
}
