import type { Template } from '@countersign/contract/templates.ts'
import { line, roleNameAtMost, text } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLingui as useCatalog } from '@lingui/react'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { showFieldErrors } from '#web/lib/forms/form-resolver.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { unsavedTemplate } from './leave-questions.tsx'
import { changeTemplate } from './template-calls.ts'
import { versionShown } from './version-shown.ts'

interface Values {
  name: string
  title: string
  message: string
  /** As it is typed; empty: the service's own 90 days. */
  days: string
  roles: { id: string; name: string }[]
}

const Schema = z.object({
  name: line(200, 1),
  title: line(200, 1),
  message: text(4000),
  days: z.string().check(z.trim(), z.regex(/^(|[1-9]\d{0,2}|[12]\d{3}|3[0-5]\d{2}|36[0-4]\d|3650)$/)),
  roles: z.array(z.object({ id: z.string(), name: line(roleNameAtMost, 1) })),
})

const valuesOf = (template: Template): Values => ({
  name: template.name,
  title: template.title,
  message: template.message,
  days: template.expires_in_days === null ? '' : String(template.expires_in_days),
  roles: template.roles.map(({ id, name }) => ({ id, name })),
})

/** The words of a template. What was made from it stays as it is. */
export function TemplateForm(props: { template: Template; onSaved: (template: Template) => void }) {
  const { template, onSaved } = props
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const { form, errors, failure, isSubmitting, submit } = useSentForm<Values>({
    values: valuesOf(template),
    check: Schema,
    send: save,
    place(refusal, { setError }) {
      showFieldErrors(refusal, setError, i18n)
      return false
    },
    question: unsavedTemplate,
  })
  const { reset } = form
  const { isDirty } = form.formState
  const shown = useRef(template)
  useEffect(() => {
    const next = versionShown(shown.current, template, isDirty)
    if (next === shown.current) return
    shown.current = next
    reset(valuesOf(next))
  }, [template, isDirty, reset])

  async function save(values: Values) {
    const before = shown.current
    const names = new Map(values.roles.map(({ id, name }) => [id, name]))
    const saved = await changeTemplate(before.id, {
      name: values.name,
      title: values.title,
      message: values.message,
      expires_in_days: values.days.trim() ? Number(values.days) : null,
      roles: before.roles.map(({ id, name, sequence, notify }) => ({
        id,
        name: names.get(id) ?? name,
        sequence,
        notify,
      })),
      updated_at: before.updated_at,
    })
    shown.current = saved
    reset(valuesOf(saved))
    onSaved(saved)
    showSnackbar(<Trans>Saved</Trans>)
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <TextField label={t`Name`} maxLength={200} error={errors.name?.message} {...form.register('name')} />
      <TextField
        label={t`Title of the signature request`}
        maxLength={200}
        error={errors.title?.message}
        {...form.register('title')}
      />
      <TextArea
        label={t`Message (optional)`}
        rows={4}
        error={errors.message?.message}
        {...form.register('message')}
      />
      <TextField
        label={t`Days until it expires`}
        hint={t`After sending, up to 3650. Default: 90 days.`}
        inputMode="numeric"
        maxLength={4}
        error={errors.days && t`Enter a whole number from 1 to 3650.`}
        {...form.register('days')}
      />
      {template.roles.map(({ id }, index) => {
        const number = index + 1
        return (
          <TextField
            key={id}
            label={t`Signer ${number} signs as`}
            maxLength={roleNameAtMost}
            error={errors.roles?.[index]?.name?.message}
            {...form.register(`roles.${index}.name`)}
          />
        )
      })}
      {failure !== null && <Notice kind="error">{describeFailure(failure, i18n)}</Notice>}
      <div>
        <Button submit type="secondary" loading={isSubmitting} disabled={!isDirty}>
          <Trans>Save changes</Trans>
        </Button>
      </div>
    </form>
  )
}
