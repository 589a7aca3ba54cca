import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { secretIn, type Key } from './anonymous-upload-calls.ts'

const Tracked = z.object({
  link: z.string().check(z.refine((typed) => secretIn(typed) !== '')),
  code: z.string().check(z.trim(), z.minLength(1)),
})

/** For a document submitted earlier: tracked by its link and code. */
export function TrackingForm({ onFollow }: { onFollow: (key: Key) => void }) {
  const { t } = useLingui()
  const { form, errors, submit } = useSentForm({
    values: { link: '', code: '' },
    check: Tracked,
    send: ({ link, code }) => onFollow({ id: secretIn(link), code }),
    guarded: false,
  })
  const missing = t`This field is required.`
  return (
    <form noValidate onSubmit={submit} className="mt-3 flex flex-col gap-4">
      <TextField
        label={t`Link`}
        inputMode="url"
        autoComplete="off"
        error={errors.link && missing}
        {...form.register('link')}
      />
      <TextField
        label={t`Access code`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={errors.code && missing}
        {...form.register('code')}
      />
      <div>
        <Button submit type="secondary">
          <Trans>View status</Trans>
        </Button>
      </div>
    </form>
  )
}
