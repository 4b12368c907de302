import type { WorkbenchContract } from '../../../shared/contract/index.ts'
import type { GivenOf, ItemOf, StreamName } from '../../../shared/rpc/contract.ts'
import type { Session } from './session.ts'

interface Streamed<Name extends StreamName<WorkbenchContract>, Answer> {
  readonly name: Name
  readonly input: GivenOf<WorkbenchContract[Name]>
  readonly signal: AbortSignal
  /** What a query shows once the item has come; `latest` is what it showed before. */
  readonly toAnswer: (item: ItemOf<WorkbenchContract[Name]>, latest: Answer | null) => Answer
  /** Shows it while more is to come. */
  readonly show: (answer: Answer) => void
}

/** A stream as the function of a query: each item changes what is shown, and the last of it is the answer. */
export function streamed<Name extends StreamName<WorkbenchContract>, Answer>(
  session: Session,
  { name, input, signal, toAnswer, show }: Streamed<Name, Answer>,
): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    let latest: Answer | null = null
    const stop = session.watch(name, input, {
      onItem: (item) => {
        latest = toAnswer(item, latest)
        show(latest)
      },
      onEnd: () => resolve(latest),
      onError: reject,
    })
    signal.addEventListener('abort', () => {
      stop()
      reject(new DOMException('No longer wanted.', 'AbortError'))
    })
  })
}
