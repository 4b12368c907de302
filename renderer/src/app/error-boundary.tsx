import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { ViewNotLoaded } from './views.ts'

interface Props {
  /** Another key is another view, and starts without the failure of the last one. */
  readonly viewKey: string
  readonly children: ReactNode
}

interface State {
  readonly error: Error | null
  readonly viewKey: string
}

/** Keeps the shell alive when a view throws, and says so. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, viewKey: this.props.viewKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.viewKey === state.viewKey ? null : { error: null, viewKey: props.viewKey }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (error instanceof ViewNotLoaded) {
      return <NotLoaded error={error} />
    }
    return (
      <EmptyState
        text="This view stopped because of a fault in the workbench."
        action={<Button onClick={() => this.setState({ error: null })}>Show it again</Button>}
        note={<code>{error.message}</code>}
      />
    )
  }
}
