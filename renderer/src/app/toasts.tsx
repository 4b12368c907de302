import { useAtom } from '../state/atom.ts'
import { dismissToast, toastsAtom } from '../state/toasts.ts'
import { Button, IconButton } from '../ui/button.tsx'

/** The short messages above the status bar. */
export function Toasts() {
  const toasts = useAtom(toastsAtom)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, text, tone, action }) => (
        <div key={id} className={`toast ${tone}`}>
          <p>{text}</p>
          {action === null ? null : (
            <Button
              onClick={() => {
                dismissToast(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon="close" label="Dismiss" onClick={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  )
}
