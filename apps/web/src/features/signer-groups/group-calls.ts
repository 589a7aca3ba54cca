import {
  createSignerGroup,
  deleteSignerGroup,
  getSignerGroup,
  listSignerGroups,
  updateSignerGroup,
  type SignerGroup,
} from '@countersign/contract/signer-groups.ts'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { ignoreGone } from '#web/lib/calls/ignore-gone.ts'
import type { Member } from './members.ts'

const key = ['signer-groups'] as const
const background = { background: true }

/** A page of one's groups; while another one is fetched the last one stays. */
export function groupsQuery(wanted: { page: number; search: string }) {
  const { page, search } = wanted
  return queryOptions({
    queryKey: [...key, page, search],
    queryFn: ({ signal }) =>
      call(
        listSignerGroups,
        { query: { page: String(page), ...(search ? { search } : {}) } },
        { ...background, signal },
      ),
    placeholderData: keepPreviousData,
  })
}

export function readGroup(id: string): Promise<SignerGroup> {
  return call(getSignerGroup, { params: { id }, query: { includeMembers: 'true' } }, background)
}

export interface GroupContent {
  readonly name: string
  readonly members: readonly Member[]
}

/** Keeps a new group, or makes the next version of the one that was read. */
export function saveGroup(
  existing: SignerGroup | null,
  { name, members }: GroupContent,
): Promise<SignerGroup> {
  const body = {
    name,
    members: members.map((member) => ({ email: member.email, name: member.name || null })),
  }
  return existing
    ? call(
        updateSignerGroup,
        { params: { id: existing.id }, body: { ...body, version: existing.version } },
        background,
      )
    : call(createSignerGroup, { body }, background)
}

export async function removeGroup(id: string): Promise<void> {
  await call(deleteSignerGroup, { params: { id } }, background).catch(ignoreGone)
}

export function refreshGroups(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: key })
}
