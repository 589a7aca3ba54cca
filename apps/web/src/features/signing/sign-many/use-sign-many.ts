import { getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { onTap } from '#web/features/request-actions/on-tap.ts'
import { call } from '#web/lib/calls/api.ts'
import { readRequests } from '#web/lib/requests/read-requests.ts'
import { loadCatalogs, type Words } from '#web/lib/language/i18n.ts'

const words: Words = {
  name: 'signMany',
  load: (language) => import(`./locales/${language}.po`),
}

async function load() {
  const [part] = await Promise.all([
    import('./open-sign-many.tsx'),
    loadCatalogs(words, 'signing', 'documents', 'visualSignatures'),
  ])
  return part
}

/** Several that wait for one's signature: seen first, signed with one confirmation. */
export function useSignMany(): (items: readonly Pick<ListItem, 'id' | 'title'>[], onEnd: () => void) => void {
  const queries = useQueryClient()
  return (items, onEnd) =>
    void onTap(load, ({ openSignMany }) =>
      openSignMany({
        read: () => readRequests(items, readOne),
        queries,
        onEnd: () => {
          void queries.invalidateQueries({ queryKey: ['signature-requests'] })
          onEnd()
        },
      }),
    )
}

const readOne = ({ id }: Pick<ListItem, 'id'>) =>
  call(getSignatureRequest, { params: { id } }, { background: true })
