import { formatCount } from '../../../../shared/base/words.ts'
import type { PredictionSource, PredictionsOf } from '../../../../shared/contract/predictions.ts'
import { formatProbability, formatTime } from '../../ui/format.ts'

/** A choice of whose predictions are painted. */
export interface AccuracyOption {
  /** Tells it from the others. */
  readonly value: string
  readonly text: string
  readonly of: PredictionsOf
  /** What stands by every value it gives; null for a model. */
  readonly mark: string | null
}

/** The value of the option of a choice. */
export function choiceValue(of: PredictionsOf): string {
  return 'run' in of ? `run ${of.run}` : `engine ${of.engine}`
}

function shareText({
  right,
  predictions,
}: Pick<PredictionSource, 'right' | 'predictions'>): string {
  return `${formatProbability(right / Math.max(1, predictions))} of ${formatCount(predictions)} right`
}

function runText(source: PredictionSource, all: readonly PredictionSource[]): string {
  const { engine, suite, createdAt } = source
  const alike = all.filter((one) => one.engine === engine && one.suite === suite)
  const when = alike.length > 1 ? `, ${formatTime(createdAt)}` : ''
  const how = suite === 'single' ? 'asked for one by one' : suite
  return `${engine}, ${how}${when}: ${shareText(source)}`
}

function engineOption(engine: string, of: readonly PredictionSource[]): AccuracyOption {
  const sum = (key: 'right' | 'predictions'): number =>
    of.reduce((total, source) => total + source[key], 0)
  const share = shareText({ right: sum('right'), predictions: sum('predictions') })
  const mark = of.find((source) => source.mark !== null)?.mark ?? null
  return {
    value: choiceValue({ engine }),
    text: `${engine}, every run: ${share}`,
    of: { engine },
    mark,
  }
}

/** Every run that predicted states of a trace, the newest first; and of an engine with several, all of them together. */
export function accuracyOptions(sources: readonly PredictionSource[]): readonly AccuracyOption[] {
  const runs = sources.map((source) => {
    const of = { run: source.run }
    return { value: choiceValue(of), text: runText(source, sources), of, mark: source.mark }
  })
  const engines = [...new Set(sources.map(({ engine }) => engine))].flatMap((engine) => {
    const own = sources.filter((source) => source.engine === engine)
    return own.length > 1 ? [engineOption(engine, own)] : []
  })
  return [...runs, ...engines]
}
