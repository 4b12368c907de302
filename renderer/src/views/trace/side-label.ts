import { createContext, useContext } from 'react'

/** What tells the regions of one side of a comparison from those of the other; empty where there is but one trace. */
export const SideLabel = createContext('')

/** The label of a region, told apart from the same region of the other run. */
export function useSideLabel(label: string): string {
  const of = useContext(SideLabel)
  return of === '' ? label : `${label} of the ${of}`
}
