import type { Template } from '@countersign/contract/templates.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { DownloadButton } from './download-button.tsx'
import { downloadValues, templateQuery } from './template-calls.ts'
import { openDelete } from './template-dialogs.tsx'
import { TemplateFiles } from './template-files.tsx'
import { TemplateForm } from './template-form.tsx'
import { useNewFromTemplate } from './use-new-from-template.ts'

/** What one does with a template besides using it. */
export function TemplateMenu({ template }: { template: Template }) {
  const { t } = useLingui()
  const router = useRouter()
  const queries = useQueryClient()
  const onDone = () => {
    queries.removeQueries({ queryKey: ['template', template.id] })
    // What was changed and not saved is gone with it: nobody is asked.
    router.history.push(paths.templates(), undefined, { ignoreBlocker: true })
  }
  return (
    <Menu
      button={{ icon: 'more', label: t`More`, type: 'text', color: 'neutral' }}
      items={[
        {
          label: t`Delete …`,
          icon: 'trash',
          color: 'error',
          onSelect: () => openDelete({ template, onDone }),
        },
      ]}
    />
  )
}

/** A template: what one makes of it, its words, and what it has besides. */
export function TemplateScreen({ template }: { template: Template }) {
  const queries = useQueryClient()
  const { busy, begin } = useNewFromTemplate(template.id)
  return (
    <>
      <div className="mb-6 flex flex-wrap gap-3">
        <Button icon="plus" loading={busy} onClick={() => void begin()}>
          <Trans>New request from template</Trans>
        </Button>
        <Button
          type="secondary"
          icon="mail"
          disabled={template.roles.length === 0}
          to={paths.bulkSend(template.id)}
        >
          <Trans>Bulk send</Trans>
        </Button>
        {hasFields(template) && (
          <DownloadButton onDownload={() => downloadValues.template(template.id)}>
            <Trans>Values as CSV</Trans>
          </DownloadButton>
        )}
      </div>
      <div className="grid gap-8 lg:grid-cols-[1fr_20rem]">
        <TemplateForm
          template={template}
          onSaved={(saved) => {
            queries.setQueryData(templateQuery(template.id).queryKey, saved)
            void queries.invalidateQueries({ queryKey: ['templates'] })
          }}
        />
        <TemplateFiles template={template} />
      </div>
    </>
  )
}

/** Do signers fill something in? */
const hasFields = ({ roles }: Template): boolean =>
  roles.some(({ document_signatures }) => document_signatures.some(({ fields }) => fields.length > 0))
