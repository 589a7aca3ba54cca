import type { TemplateListItem } from '@countersign/contract/templates.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isolate } from '#web/lib/language/isolate.ts'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { useExistingPage } from '#web/ui/lists/use-existing-page.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { type Sort, templatesQuery } from './template-calls.ts'
import { openDelete, openRename } from './template-dialogs.tsx'
import { useNewFromTemplate } from './use-new-from-template.ts'

/** One's templates: searched as one types, each with what one can do with it. */
export function TemplateList() {
  const [wish, setWish] = useState({ search: '', page: 1, sort: 'updated_at desc' as Sort })
  const { t } = useLingui()
  const list = useQuery(templatesQuery(wish))
  const isBeyond = useExistingPage(list, wish.page, (page) => setWish({ ...wish, page }))
  const sorts: Record<Sort, string> = {
    'updated_at desc': t`Recently updated`,
    'created_at desc': t`Newest first`,
    'name asc': t`Name A to Z`,
  }
  // What a search found is there until the answer: that it is nothing says nothing of all there are.
  if (list.data?.total_items === 0 && wish.search === '' && !list.isPlaceholderData) return <NoTemplates />
  return (
    <>
      <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_14rem]">
        <TextField
          label={t`Search name, document or role`}
          type="search"
          maxLength={200}
          autoComplete="off"
          value={wish.search}
          onChange={(event) => setWish({ ...wish, search: event.target.value, page: 1 })}
        />
        <Select
          label={t`Sort`}
          value={wish.sort}
          options={Object.entries(sorts).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setWish({ ...wish, sort: event.target.value as Sort, page: 1 })}
        />
      </div>
      {list.data && !isBeyond ? (
        <>
          <p role="status" className="sr-only">
            <Plural value={list.data.total_items} one="# template" other="# templates" />
          </p>
          {list.data.items.length === 0 ? (
            <EmptyState title={<Trans>No matching templates</Trans>} />
          ) : (
            <ul className="divide-y divide-line rounded-sheet border border-line bg-sheet">
              {list.data.items.map((template) => (
                <TemplateRow key={template.id} template={template} />
              ))}
            </ul>
          )}
          <div className="mt-3">
            <Pagination
              page={wish.page}
              totalPages={list.data.total_pages}
              onChange={(page) => setWish({ ...wish, page })}
            />
          </div>
        </>
      ) : list.isError ? (
        <ErrorState failure={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </>
  )
}

function NoTemplates() {
  return (
    <EmptyState
      title={<Trans>No templates yet</Trans>}
      action={
        <Button to={paths.upload()} icon="plus">
          <Trans>New signature request</Trans>
        </Button>
      }
    >
      <Trans>
        Prepare a signature request once and choose “Save as template” in its menu. Then just add the signers,
        or send it to a whole recipient list.
      </Trans>
    </EmptyState>
  )
}

function TemplateRow({ template }: { template: TemplateListItem }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { busy, begin } = useNewFromTemplate(template.id)
  const onDone = () => void queries.invalidateQueries({ queryKey: ['templates'] })
  const { name } = template
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-2 px-3 py-2 sm:grid-cols-[1fr_auto_auto] sm:px-4">
      <div className="min-w-0">
        <AppLink
          to={paths.template(template.id)}
          className="inline-flex min-h-11 items-center font-medium wrap-anywhere hover:underline md:min-h-6"
        >
          <bdi>{name}</bdi>
        </AppLink>
        <p className="truncate text-sm text-ink-secondary">
          {[...template.role_names, ...template.document_names].map(isolate).join(' · ')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:col-span-2 max-sm:row-start-2">
        <Button type="secondary" size="sm" icon="plus" loading={busy} onClick={() => void begin()}>
          <Trans>New request</Trans>
        </Button>
        <Button
          type="secondary"
          size="sm"
          icon="mail"
          disabled={template.role_names.length === 0}
          to={paths.bulkSend(template.id)}
        >
          <Trans>Bulk send</Trans>
        </Button>
      </div>
      <Menu
        button={{
          icon: 'more',
          label: t`More actions for ${name}`,
          type: 'text',
          color: 'neutral',
          size: 'sm',
        }}
        items={[
          { label: t`Rename …`, icon: 'draft', onSelect: () => openRename({ template, onDone }) },
          {
            label: t`Delete …`,
            icon: 'trash',
            color: 'error',
            onSelect: () => openDelete({ template, onDone }),
          },
        ]}
      />
    </li>
  )
}
