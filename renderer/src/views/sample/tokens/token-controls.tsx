import { CODECS } from '../../../../../shared/grammar/codecs.ts'
import { Choice } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { TokenChoice } from './token-choice.ts'

interface TokenControlsProps {
  readonly choice: TokenChoice
  readonly onChoice: (choice: TokenChoice) => void
  /** Why there are no tokens, in words. */
  readonly error: string | null
}

const CODEC_OPTIONS = CODECS.map(({ id }) => ({ value: id, text: id }))

/** Which codec writes the trajectory, and which tokenizer cuts the text up. */
export function TokenControls({ choice, onChoice, error }: TokenControlsProps) {
  return (
    <div className="token-controls">
      <Segmented
        label="Codec"
        value={choice.codec}
        options={CODEC_OPTIONS}
        onValue={(codec) => onChoice({ ...choice, codec })}
      />
      <Choice
        label="Tokenizer"
        value={choice.tokenizer}
        options={[
          { value: 'own', text: 'the codec’s own tokenizer' },
          { value: 'file', text: 'a tokenizer.json' },
        ]}
        onValue={(tokenizer) => onChoice({ ...choice, tokenizer })}
      />
      {choice.tokenizer === 'own' ? null : (
        <TextField
          label="Path of the tokenizer.json"
          labelHidden
          mono
          placeholder="absolute path of a tokenizer.json"
          value={choice.path}
          onChange={({ target }) => onChoice({ ...choice, path: target.value })}
        />
      )}
      {error === null ? null : (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
