import type { SettingsChange } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { SaveButton } from '#web/ui/save-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { showSnackbar } from '#web/ui/snackbar-store.ts'
import { changesKey, saveSettings } from './settings-calls.ts'

interface SettingsSectionProps {
  id: string
  title: string
  intro?: ReactNode
  /** What is sent; null while something that was typed is wrong. */
  change: () => SettingsChange | null
  children: ReactNode
}

/** Settings that belong together, saved together. */
export function SettingsSection({ id, title, intro, change, children }: SettingsSectionProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const saving = useMutation({
    mutationFn: saveSettings,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: changesKey })
      showSnackbar(t`“${title}” is saved.`, { color: 'success' })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const settings = change()
    if (settings) saving.mutate(settings)
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
