import { codecIds, readableCodec } from '../../../../shared/grammar/codecs.ts'
import { actionsOf } from '../../../../shared/trajectory/act.ts'
import type { ActionName } from '../../../../shared/trajectory/types.ts'
import { useEngines } from '../../api/stepping.ts'
import { useAtom } from '../../state/atom.ts'
import { DrawnButton, IconButton } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { commandHint } from '../../ui/command-hint.ts'
import { useKeysOf } from '../../ui/keys.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { reasonAgainst, takeAction } from './actions.ts'
import { ACTION_COMMANDS, ACTION_INFO, PREDICT_COMMANDS } from './commands.ts'
import { engineAtom, modeAtom, settingsAtom, shownSideAtom } from './predict-state.ts'
import { turnRound } from './turn-round.ts'
import type { Desk } from './use-desk.ts'
import { divergenceFrom } from './use-predict-keys.ts'
import type { RunToLine } from './use-run-to-line.ts'

function commandOf(name: ActionName) {
  return ACTION_COMMANDS[`predict.${name}`]
}

function ActionButton({ desk, name, toLine }: { desk: Desk; name: ActionName; toLine: RunToLine }) {
  const keysOf = useKeysOf()
  const { title, drawing } = ACTION_INFO[name]
  const isLine = name === 'breakpoint'
  const reason = isLine ? toLine.reason : reasonAgainst(desk, name)
  return (
    <DrawnButton
      drawing={drawing}
      label={title}
      hint={commandHint(`${title} (${name})`, keysOf(commandOf(name)), reason)}
      refused={reason !== null}
      data-action={name}
      onClick={() => {
        if (reason !== null) return
        if (isLine) toLine.run()
        else takeAction(desk, { name, operand: null })
      }}
    />
  )
}

function EngineChoice({ desk }: { desk: Desk }) {
  const { data: engines = [] } = useEngines()
  const usable = engines.filter(({ reason }) => reason === null)
  const { engine } = desk
  const isListed = engine === null || usable.some(({ name }) => name === engine)
  return (
    <Choice
      label="Model"
      value={engine ?? ''}
      options={[
        ...(engine === null ? [{ value: '', text: 'Choose a model…' }] : []),
        ...(isListed ? [] : [{ value: engine, text: `${engine} (of a run)` }]),
        ...usable.map(({ name, mark }) => ({
          value: name,
          text: mark === null ? name : `${name} (no model)`,
        })),
      ]}
      onValue={(name) => engineAtom.set(name === '' ? null : name)}
    />
  )
}

/** In which text a model is asked, and whether only such text may come back. */
function AskChoices({ desk }: { desk: Desk }) {
  const { data: engines = [] } = useEngines()
  const settings = useAtom(settingsAtom)
  const engine = engines.find(({ name }) => name === desk.engine)
  const isModel = engine !== undefined && engine.kind !== 'baseline'
  return (
    <>
      <Choice
        label="Codec"
        value={readableCodec(settings.codec, engine?.codecs)}
        options={codecIds(engine?.codecs).map((id) => ({ value: id, text: id }))}
        onValue={(codec) => settingsAtom.set({ ...settings, codec })}
      />
      {isModel ? (
        <Choice
          label="Decoding"
          value={settings.constraint}
          options={[
            { value: 'usual', text: 'usual decoding' },
            { value: 'codec', text: 'constrained' },
            { value: 'none', text: 'free' },
          ]}
          onValue={(constraint) => settingsAtom.set({ ...settings, constraint })}
        />
      ) : null}
    </>
  )
}

function DivergenceButton({ desk, by }: { desk: Desk; by: 1 | -1 }) {
  const keysOf = useKeysOf()
  const command =
    PREDICT_COMMANDS[by === 1 ? 'predict.next-divergence' : 'predict.previous-divergence']
  const { state, reason } = divergenceFrom(desk, by)
  return (
    <IconButton
      icon={by === 1 ? 'right' : 'left'}
      label={command.description}
      hint={commandHint(command.description, keysOf(command), reason)}
      aria-disabled={reason !== null || undefined}
      onClick={() => {
        if (state !== null) desk.goTo(state)
      }}
    />
  )
}

function SideSwitch() {
  const shown = useAtom(shownSideAtom)
  return (
    <Segmented
      label="Followed in the source"
      value={shown}
      options={[
        { value: 'real', text: 'Real' },
        { value: 'predicted', text: 'Predicted' },
      ]}
      onValue={shownSideAtom.set}
    />
  )
}

/** Which model is stepped, how, and every act that steps it. */
export function PredictBar({ desk, toLine }: { desk: Desk; toLine: RunToLine }) {
  const keysOf = useKeysOf()
  const { direction } = desk.known.ground
  const turn = turnRound(desk)
  const command = PREDICT_COMMANDS['predict.direction']
  return (
    <div className="predict-bar" role="toolbar" aria-label="Stepping the model">
      <EngineChoice desk={desk} />
      <AskChoices desk={desk} />
      <Segmented
        label="What each step is predicted from"
        value={desk.mode}
        options={[
          { value: 'forced', text: 'Teacher-forced' },
          { value: 'free', text: 'Free-running' },
        ]}
        onValue={modeAtom.set}
      />
      <span className="predict-acts">
        {actionsOf(direction).map((name) => (
          <ActionButton key={name} {...{ desk, name, toLine }} />
        ))}
      </span>
      <button
        type="button"
        className="text-button"
        aria-disabled={turn.reason !== null || undefined}
        title={commandHint(command.description, keysOf(command), turn.reason)}
        onClick={() => {
          if (turn.reason === null) turn.run()
        }}
      >
        {direction === 'forward' ? 'Forward →' : '← Inverse'}
      </button>
      <span className="predict-acts">
        <DivergenceButton desk={desk} by={-1} />
        <span className="muted" aria-hidden="true">
          divergence
        </span>
        <DivergenceButton desk={desk} by={1} />
      </span>
      <SideSwitch />
    </div>
  )
}
