import type { SettingsChange } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import { useLeaveGuard } from '#web/lib/forms/use-leave-guard.ts'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { changedParts } from './changed-parts.ts'
import { changesKey, saveSettings } from './settings-calls.ts'

interface SettingsSectionProps {
  id: string
  title: string
  intro?: ReactNode
  /** What is chosen; only what differs from what was shown is sent. Null while something that was typed is wrong. */
  change: SettingsChange | null
  /** Shows what is wrong beside its field. */
  onWrong?: () => void
  children: ReactNode
}

/** Settings that belong together, saved together. */
export function SettingsSection({ id, title, intro, change, onWrong, children }: SettingsSectionProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [saved, setSaved] = useState(change)
  const saving = useMutation({
    mutationFn: (typed: SettingsChange) => saveSettings(changedParts(saved ?? {}, typed)),
    onSuccess: (_, typed) => {
      setSaved(typed)
      void queries.invalidateQueries({ queryKey: changesKey })
      showSnackbar(t`“${title}” saved.`, { color: 'success' })
    },
  })
  useLeaveGuard(JSON.stringify(change) !== JSON.stringify(saved))
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (change) return saving.mutate(change)
    onWrong?.()
    focusFirstWrong(event.currentTarget)
  }
  return (
    <Section id={id} title={title} intro={intro}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3" aria-labelledby={`${id}-title`}>
        {children}
        <SaveButton failure={saving.isError ? saving.error : null} loading={saving.isPending}>
          <Trans>Save</Trans>
        </SaveButton>
      </form>
    </Section>
  )
}
