import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Icon } from '../icon.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** A password that can be shown, pasted and filled in by a password manager. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          className="grid size-11 cursor-pointer place-items-center rounded text-ink-secondary hover:text-ink md:size-10"
          aria-label={t`Show password`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  )
}
