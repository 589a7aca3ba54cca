import type { Template } from '@countersign/contract/templates.ts'
import { Plural, Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { isolate } from '#web/lib/language/isolate.ts'
import { formatSize } from '#web/lib/language/format.ts'
import { Icon } from '#web/ui/icon.tsx'

/** What a template has besides its words: documents with the places of each role, attachments, observers. */
export function TemplateFiles({ template }: { template: Template }) {
  const { i18n } = useLingui()
  const size = (bytes: number) => formatSize(bytes, i18n.locale)
  return (
    <div className="flex flex-col gap-6">
      <Part title={<Trans>Documents</Trans>}>
        {template.documents.map(({ id, name, page_count, size: bytes }) => (
          <File key={id} name={name}>
            <Plural value={page_count} one="# page" other="# pages" /> · {size(bytes)}
          </File>
        ))}
      </Part>
      <Part title={<Trans>Fields</Trans>}>
        {template.roles.map((role) => (
          <RoleFields key={role.id} role={role} />
        ))}
      </Part>
      {template.attachments.length > 0 && (
        <Part title={<Trans>Attachments</Trans>}>
          {template.attachments.map(({ id, filename, size: bytes }) => (
            <File key={id} name={filename}>
              {size(bytes)}
            </File>
          ))}
        </Part>
      )}
      {template.observers.length > 0 && (
        <Part title={<Trans>Observers</Trans>}>
          {template.observers.map((email) => (
            <li key={email} className="py-1 wrap-anywhere">
              {email}
            </li>
          ))}
        </Part>
      )}
      <p className="text-sm text-ink-secondary">
        <Trans>
          To change documents or fields, start a new request, make the changes and save it as a template
          again.
        </Trans>
      </p>
    </div>
  )
}

/** How many fields a role has, and what the columns of a recipient list are called that prefill them. */
function RoleFields({ role }: { role: Template['roles'][number] }) {
  const fields = role.document_signatures.flatMap((document) => document.fields)
  const count = role.place_count + fields.length
  const labels = [...new Set(fields.map(({ label }) => label))]
  return (
    <li className="py-1">
      <span className="flex items-baseline justify-between gap-3">
        <bdi className="min-w-0 wrap-anywhere">{role.name}</bdi>
        <span className="shrink-0 text-sm text-ink-secondary">
          <Plural value={count} _0="no field" one="# field" other="# fields" />
        </span>
      </span>
      {labels.length > 0 && (
        <span className="block text-sm wrap-anywhere text-ink-secondary">
          {labels.map(isolate).join(', ')}
        </span>
      )}
    </li>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 text-sm font-semibold">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function File({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2 py-1">
      <Icon name="document" size={18} />
      <span className="min-w-0">
        <bdi className="block wrap-anywhere">{name}</bdi>
        <span className="block text-sm text-ink-secondary">{children}</span>
      </span>
    </li>
  )
}
