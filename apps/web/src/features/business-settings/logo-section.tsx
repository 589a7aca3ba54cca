import type { BusinessSettings } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileButton } from '#web/features/visual-signatures/pictures/file-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { showDone } from '#web/ui/dialogs/show-done.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { changesKey, removeLogo, saveLogo } from './settings-calls.ts'

/** The logo, as those see it who are asked to sign. */
export function LogoSection({ name, settings }: { name: string; settings: BusinessSettings }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { logo } = settings.companyBranding
  const onSuccess = () => void queries.invalidateQueries({ queryKey: changesKey })
  const setting = useMutation({
    mutationFn: saveLogo,
    onSuccess: () => {
      onSuccess()
      showSnackbar(t`Logo saved.`, { color: 'success' })
    },
  })
  const removing = useMutation({
    mutationFn: async () => {
      const image = logo && (await imageAt(logo.url))
      await removeLogo()
      return image
    },
    onSuccess: (image) => {
      onSuccess()
      showDone(t`Logo removed.`, image ? { text: t`Undo`, handler: () => setting.mutate(image) } : undefined)
    },
  })
  const last = setting.submittedAt > removing.submittedAt ? setting : removing
  const failure = last.error
  return (
    <Section
      id="branding"
      title={<Trans>Logo</Trans>}
      intro={
        <Trans>
          Shown in emails, on signing pages and in the audit trail. Without a logo, your business name is
          shown.
        </Trans>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex h-28 w-full max-w-80 items-center justify-center rounded border border-line bg-document p-4 text-[#16202e]">
          {logo ? (
            <img
              src={logo.url}
              width={logo.width}
              height={logo.height}
              alt={t`${name} logo`}
              className="h-auto max-h-full w-auto max-w-full object-contain"
            />
          ) : (
            <bdi className="font-medium wrap-anywhere">{name}</bdi>
          )}
        </div>
        <p className="text-sm text-ink-secondary">
          <Trans>
            PNG, JPEG or WebP, up to 10 MB. Empty margins are cropped; the background is always white.
          </Trans>
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <FileButton icon="upload" onFile={(file) => file && setting.mutate(file)}>
            {logo ? <Trans>Choose another logo</Trans> : <Trans>Choose a logo</Trans>}
          </FileButton>
          {logo && (
            <Button type="text" color="error" loading={removing.isPending} onClick={() => removing.mutate()}>
              <Trans>Remove logo</Trans>
            </Button>
          )}
          <p role="status" className="text-sm text-ink-secondary">
            {setting.isPending && <Trans>Checking the image …</Trans>}
          </p>
        </div>
        {failure && <RefusalNotice failure={failure} />}
      </div>
    </Section>
  )
}

/** For its way back; without it the logo is removed all the same. */
async function imageAt(url: string): Promise<Blob | null> {
  const response = await fetch(url).catch(() => null)
  return response?.ok ? response.blob() : null
}
