import {
  deleteLogo,
  getCustomExtras,
  listSettingsChanges,
  setLogo,
} from '@countersign/contract/business-settings.ts'
import {
  updateBusinessSettings,
  type Business,
  type BusinessSettings,
  type SettingsChange,
} from '@countersign/contract/businesses.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { base64Of } from '#web/lib/calls/base64.ts'
import { keepBusiness, ownBusiness, ownBusinessId } from '#web/lib/business/current-business.ts'

const background = { background: true }

async function ofOwn() {
  return { params: { id: await ownBusinessId() } }
}

export const changesKey = ['business-settings', 'changes'] as const

export function changesQuery(page: number) {
  return queryOptions({
    queryKey: [...changesKey, page],
    queryFn: async ({ signal }) =>
      call(
        listSettingsChanges,
        { ...(await ofOwn()), query: { page: String(page) } },
        { ...background, signal },
      ),
  })
}

export const extrasQuery = queryOptions({
  queryKey: ['business-settings', 'extras'],
  queryFn: async ({ signal }) =>
    (await call(getCustomExtras, await ofOwn(), { ...background, signal })).extras,
})

export async function saveSettings(settings: SettingsChange): Promise<void> {
  keep((await call(updateBusinessSettings, { ...(await ofOwn()), body: { settings } }, background)).settings)
}

export async function saveLogo(file: Blob): Promise<void> {
  const body = { image: await base64Of(file) }
  keep((await call(setLogo, { ...(await ofOwn()), body }, background)).settings)
}

export async function removeLogo(): Promise<void> {
  keep((await call(deleteLogo, await ofOwn(), background)).settings)
}

function keep(settings: BusinessSettings): void {
  const own = ownBusiness.get()
  if (own) keepBusiness({ ...own.business, settings } satisfies Business, own.role)
}
