import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { playOn, SPEEDS, USUAL_SPEED } from './play.ts'
import type { Debugger } from './use-debugger.ts'

export type Range = readonly [first: number, last: number]

export interface Player {
  readonly playing: boolean
  readonly toggle: () => void
  /** Steps a second. */
  readonly speed: number
  /** Faster or slower; null where there is no such speed. */
  readonly faster: (() => void) | null
  readonly slower: (() => void) | null
  /** The function that is played alone, or null. */
  readonly only: string | null
  readonly setOnly: (only: string | null) => void
  readonly range: Range | null
  readonly setRange: (range: Range | null) => void
}

/** Longer pauses between two frames, as of a page in the background, count as this one. */
const LONGEST_FRAME_MS = 250

/** Calls `step` with the milliseconds since the last frame, as long as it is wanted. */
function useFrames(wanted: boolean, step: (elapsed: number) => void): void {
  const newest = useRef(step)
  useEffect(() => {
    newest.current = step
  })
  useEffect(() => {
    if (!wanted) return
    let before: number | null = null
    let handle = requestAnimationFrame(function frame(now) {
      newest.current(Math.min(LONGEST_FRAME_MS, before === null ? 0 : now - before))
      before = now
      handle = requestAnimationFrame(frame)
    })
    return () => cancelAnimationFrame(handle)
  }, [wanted])
}

/** Plays a recording: the focus goes on by itself, some steps a second, round in a range or up to the end. */
export function usePlayer({ position, seq, goTo }: Debugger): Player {
  const { tree } = position
  const [playing, setPlaying] = useState(false)
  const [index, setIndex] = useState<number>(USUAL_SPEED)
  const [only, setOnly] = useState<string | null>(null)
  const [range, setRange] = useState<Range | null>(null)
  const due = useRef(0)
  // Known at once: a frame may come between the key that pauses and the effect that ends the frames.
  const wanted = useRef(false)
  const speed = SPEEDS[index] ?? 1
  const play = useCallback((on: boolean) => {
    wanted.current = on
    setPlaying(on)
  }, [])
  useFrames(playing, (elapsed) => {
    if (!wanted.current) return
    due.current += (elapsed * speed) / 1000
    const steps = Math.floor(due.current)
    if (steps === 0) return
    due.current -= steps
    const next = playOn(tree, seq, steps, { only, range })
    if (next === null) play(false)
    else goTo(next)
  })
  const toggle = useCallback(() => {
    // The first step comes at once.
    due.current = 1
    play(!wanted.current)
  }, [play])
  return useMemo(
    () => ({
      playing,
      toggle,
      speed,
      faster: index + 1 < SPEEDS.length ? () => setIndex(index + 1) : null,
      slower: index > 0 ? () => setIndex(index - 1) : null,
      only,
      setOnly,
      range,
      setRange,
    }),
    [playing, toggle, speed, index, only, range],
  )
}
