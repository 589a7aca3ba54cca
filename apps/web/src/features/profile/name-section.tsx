import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { line } from '@countersign/contract/values.ts'
import type { User } from '@countersign/contract/account-shapes.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { isProved } from './attributes.ts'
import { changeAccount } from './change-account.ts'
import { VerifiedFact } from './verified-fact.tsx'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'
import { showDone } from '#web/ui/dialogs/show-done.ts'

const Name = z.object({ firstName: line(100, 1), lastName: line(100, 1) })

/** First and last name; what an identification has proved is shown, not asked. */
export function NameSection({ user }: { user: User }) {
  const { t } = useLingui()
  const proved = { firstName: isProved(user, 'firstName'), lastName: isProved(user, 'lastName') }
  const { form, failure, submit } = useSectionForm({
    values: { firstName: user.firstName, lastName: user.lastName },
    schema: Name,
    async save({ firstName, lastName }) {
      await changeAccount({
        ...(!proved.firstName && { firstName: firstName.trim() }),
        ...(!proved.lastName && { lastName: lastName.trim() }),
      })
      showDone(t`Name saved`)
    },
  })
  const { errors, isSubmitting } = form.formState
  return (
    <Section id="name" title={t`Name`} intro={t`How you appear to others.`}>
      <form noValidate onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          {proved.firstName ? (
            <VerifiedFact label={t`First name`} value={user.firstName} />
          ) : (
            <TextField
              label={t`First name`}
              autoComplete="given-name"
              error={errors.firstName?.message}
              {...form.register('firstName')}
            />
          )}
          {proved.lastName ? (
            <VerifiedFact label={t`Last name`} value={user.lastName} />
          ) : (
            <TextField
              label={t`Last name`}
              autoComplete="family-name"
              error={errors.lastName?.message}
              {...form.register('lastName')}
            />
          )}
        </div>
        {!(proved.firstName && proved.lastName) && (
          <SaveButton failure={failure} loading={isSubmitting}>
            <Trans>Save name</Trans>
          </SaveButton>
        )}
      </form>
    </Section>
  )
}
