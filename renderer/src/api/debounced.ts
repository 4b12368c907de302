import { useEffect, useState } from 'react'
import { beginBusy } from './idle.ts'

const WAIT_MS = 150

/** The value once it has not changed for a moment; the page counts as busy until then. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (Object.is(settled, value)) return
    const end = beginBusy()
    const timer = setTimeout(() => {
      setSettled(value)
      end()
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [settled, value])
  return settled
}
