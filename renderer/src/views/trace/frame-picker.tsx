import { formatCount } from '../../../../shared/base/words.ts'
import { lineWord } from '../../draw/line-word.ts'
import { useSetFocus } from '../../state/place.ts'
import type { ShownState } from './use-shown-state.ts'

/** The call stack at the focus; a frame in it is chosen to see its variables. */
export function FramePicker({ shown }: { shown: ShownState }) {
  const { stack, node } = shown
  const setFocus = useSetFocus()
  if (stack.length === 0) return null
  return (
    <ol className="frames" aria-label="Call stack, innermost first">
      {stack.slice(0, 200).map((frame, index) => (
        <li key={frame.seq}>
          <button
            type="button"
            className="frame"
            aria-pressed={frame.seq === node?.seq}
            onClick={() => setFocus({ frame: index === 0 ? null : frame.frame })}
          >
            <span className="frame-name">{frame.function}</span>
            <span className="muted numbers">{lineWord(frame.line)}</span>
          </button>
        </li>
      ))}
      {stack.length > 200 ? (
        <li className="muted frame">and {formatCount(stack.length - 200)} frames further out</li>
      ) : null}
    </ol>
  )
}
