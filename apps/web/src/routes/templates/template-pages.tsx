import type { Template } from '@countersign/contract/templates.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { ListSkeleton } from '#web/features/templates/list-skeleton.tsx'
import { SendList } from '#web/features/templates/send-list.tsx'
import { SendReport } from '#web/features/templates/send-report.tsx'
import { SendTable } from '#web/features/templates/bulk-send-form.tsx'
import { bulkSendQuery, templateQuery } from '#web/features/templates/template-calls.ts'
import { TemplateList } from '#web/features/templates/template-list.tsx'
import { TemplateMenu, TemplateScreen } from '#web/features/templates/template-screen.tsx'
import { withWords } from '#web/features/templates/words.ts'
import { paths } from '#web/lib/paths.ts'
import { DefaultLayout } from '#web/ui/layout/app-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

// One module for all of them: every page that is loaded alone costs the first page of everybody some bytes.

export const loadWords = () => withWords(Promise.resolve())

export function TemplatesPage() {
  const { t } = useLingui()
  usePageTitle(t`Templates`)
  const actions = (
    <>
      <Button type="text" to={paths.bulkSends()}>
        <Trans>Bulk sends</Trans>
      </Button>
      <AccountMenu />
    </>
  )
  return (
    <DefaultLayout back={paths.dashboard()} title={t`Templates`} actions={actions}>
      <TemplateList />
    </DefaultLayout>
  )
}

export function TemplatePage() {
  const { t } = useLingui()
  return (
    <OfTemplate back={paths.templates} title={t`Template`} menu={(one) => <TemplateMenu template={one} />}>
      {(template) => <TemplateScreen template={template} />}
    </OfTemplate>
  )
}

export function BulkSendPage() {
  const { t } = useLingui()
  return (
    <OfTemplate back={paths.template} title={t`Bulk send`}>
      {(template) => <SendTable template={template} />}
    </OfTemplate>
  )
}

function OfTemplate(props: {
  back: (id: string) => string
  title: string
  menu?: (template: Template) => ReactNode
  children: (template: Template) => ReactNode
}) {
  const { id = '' } = useParams({ strict: false })
  const template = useQuery(templateQuery(id))
  const { data } = template
  usePageTitle(data?.name ?? props.title)
  const actions = (
    <>
      {data && props.menu?.(data)}
      <AccountMenu />
    </>
  )
  return (
    <DefaultLayout back={props.back(id)} title={data?.name ?? props.title} actions={actions}>
      {data ? (
        props.children(data)
      ) : template.isError ? (
        <ErrorState failure={template.error} onRetry={() => void template.refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </DefaultLayout>
  )
}

export function BulkSendsPage() {
  const { t } = useLingui()
  usePageTitle(t`Bulk sends`)
  return (
    <DefaultLayout back={paths.templates()} title={t`Bulk sends`} actions={<AccountMenu />}>
      <SendList />
    </DefaultLayout>
  )
}

export function BulkSendReportPage() {
  const { t } = useLingui()
  const { id = '' } = useParams({ strict: false })
  const send = useQuery(bulkSendQuery(id, { page: 1, state: undefined }))
  const title = send.data?.template_name ?? t`Bulk send`
  usePageTitle(title)
  return (
    <DefaultLayout back={paths.bulkSends()} title={title} actions={<AccountMenu />}>
      <SendReport key={id} id={id} />
    </DefaultLayout>
  )
}
