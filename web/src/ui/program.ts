import { createContext, useContext } from 'react'

/** What pages and prints show of the programme. */
export type Program = {
  name: string
  contactEmail: string
  contactPhone: string | null
  /** The path of its own picture; null for the built-in logo. */
  logo: string | null
}

export const ProgramContext = createContext<Program>({
  name: 'Preschool Aftercare',
  contactEmail: 'aftercare@example.com',
  contactPhone: null,
  logo: null,
})

export function useProgram(): Program {
  return useContext(ProgramContext)
}
