import type { ApiUser } from '@countersign/contract/api-users.ts'
import { ApiEnvironment, ApiScope, line } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { useDialogForm } from '#web/lib/forms/use-dialog-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, ChoiceGroup } from '#web/ui/forms/checkbox.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import type { DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { KeyLifetime, type NewApiUser } from './api-user-calls.ts'
import { useKeyWords } from './use-key-words.ts'
import { useScopeWords } from './use-scope-words.ts'

const Named = z.object({
  description: line(200, 1),
  scopes: z.array(z.enum(ApiScope.options)).check(z.minLength(1)),
  environment: ApiEnvironment,
  expires: KeyLifetime,
})

interface ApiUserFormProps {
  existing: ApiUser | null
  controls: DialogControls<NewApiUser>
}

/** What an API user is for, and what its key opens. */
export function ApiUserForm({ existing, controls }: ApiUserFormProps) {
  const { t } = useLingui()
  const words = useScopeWords()
  const { environments, lifetimes } = useKeyWords()
  const { form, errors, submit } = useDialogForm<NewApiUser>({
    schema: Named,
    values: {
      description: existing?.description ?? '',
      scopes: [...(existing?.scopes ?? [])],
      environment: existing?.environment ?? 'PRODUCTION',
      expires: 'never',
    },
    controls,
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <TextField
        label={t`Name`}
        hint={t`For example “Payroll”.`}
        maxLength={200}
        autoComplete="off"
        error={errors.description && t`Enter a name.`}
        {...form.register('description')}
      />
      <ChoiceGroup legend={<Trans>Permissions</Trans>}>
        {ApiScope.options.map((scope, index) => (
          <Checkbox
            key={scope}
            {...words[scope]}
            value={scope}
            error={errors.scopes && index === ApiScope.options.length - 1 && t`Choose at least one.`}
            {...form.register('scopes')}
          />
        ))}
      </ChoiceGroup>
      {!existing && (
        <>
          <Select
            label={t`Environment`}
            hint={t`Everything signed with a test key is a demonstration without legal effect. This can’t be changed later.`}
            options={environments}
            {...form.register('environment')}
          />
          <Select label={t`Key expires`} options={lifetimes} {...form.register('expires')} />
        </>
      )}
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
          <Trans>Cancel</Trans>
        </Button>
        <Button submit loading={controls.loading}>
          {existing ? <Trans>Save changes</Trans> : <Trans>Create and show key</Trans>}
        </Button>
      </DialogButtons>
    </form>
  )
}
