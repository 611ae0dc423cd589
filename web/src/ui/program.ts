import { createContext, useContext } from 'react'

/** The name and address that the school configured for its programme. */
export type Program = { name: string; contactEmail: string }

export const ProgramContext = createContext<Program>({
  name: 'Preschool Aftercare',
  contactEmail: 'aftercare@example.com',
})

export function useProgram(): Program {
  return useContext(ProgramContext)
}
