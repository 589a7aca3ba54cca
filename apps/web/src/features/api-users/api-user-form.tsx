import type { ApiUser } from '@countersign/contract/api-users.ts'
import { ApiScope } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, ChoiceGroup } from '#web/ui/checkbox.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import type { DialogControls } from '#web/ui/dialog-store.ts'
import { TextField } from '#web/ui/text-field.tsx'
import type { Described } from './api-user-calls.ts'
import { useScopeWords } from './use-scope-words.ts'

interface ApiUserFormProps {
  kept: ApiUser | null
  controls: DialogControls<Described>
}

/** What an API user is for, and what its key opens. */
export function ApiUserForm({ kept, controls }: ApiUserFormProps) {
  const { t } = useLingui()
  const words = useScopeWords()
  const [description, setDescription] = useState(kept?.description ?? '')
  const [scopes, setScopes] = useState<readonly ApiScope[]>(kept?.scopes ?? [])
  const [tried, setTried] = useState(false)
  const isNameless = description.trim() === ''

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!isNameless && scopes.length > 0)
      controls.act({ description: description.trim(), scopes: [...scopes] })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label={t`Name`}
        hint={t`For example “Payroll”.`}
        value={description}
        maxLength={200}
        autoComplete="off"
        error={tried && isNameless ? t`Enter a name.` : undefined}
        onChange={(event) => setDescription(event.target.value)}
      />
      <ChoiceGroup legend={<Trans>Permissions</Trans>}>
        {ApiScope.options.map((scope, index) => (
          <Checkbox
            key={scope}
            {...words[scope]}
            checked={scopes.includes(scope)}
            error={
              tried && scopes.length === 0 && index === ApiScope.options.length - 1
                ? t`Choose at least one.`
                : undefined
            }
            onChange={({ target }) =>
              setScopes(target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
            }
          />
        ))}
      </ChoiceGroup>
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
          <Trans>Cancel</Trans>
        </Button>
        <Button submit loading={controls.loading}>
          {kept ? <Trans>Save changes</Trans> : <Trans>Create and show key</Trans>}
        </Button>
      </DialogButtons>
    </form>
  )
}
