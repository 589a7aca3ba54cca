import { addDomain, checkDomain } from '@countersign/contract/business-domains.ts'
import type { Caller } from './caller.ts'

/** Where the sandbox is. */
interface SandboxAddress {
  readonly sandboxUrl: string
}

/** Writes a TXT record as the domain's owner does at their host. */
export async function setRecord(
  { sandboxUrl }: SandboxAddress,
  record: { readonly name: string; readonly value: string },
): Promise<void> {
  const response = await fetch(`${sandboxUrl}/api/dns`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(record),
  })
  if (!response.ok) throw new Error(await response.text())
}

export async function removeRecord(
  { sandboxUrl }: SandboxAddress,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<void> {
  await fetch(`${sandboxUrl}/api/dns?${new URLSearchParams({ name, value }).toString()}`, {
    method: 'DELETE',
  })
}

/** Claims a domain for a business and proves it; `as` is one of its admins. */
export async function aDomain(
  api: Pick<Caller, 'call'> & SandboxAddress,
  { id, domain, as }: { readonly id: string; readonly domain: string; readonly as: string },
) {
  const { record } = await api.call(addDomain, { params: { id }, body: { domain } }, as)
  await setRecord(api, record)
  return api.call(checkDomain, { params: { id, domain } }, as)
}
