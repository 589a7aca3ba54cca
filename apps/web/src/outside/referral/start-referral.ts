import { getReferralToken } from '@countersign/contract/accounts.ts'
import { call } from '#web/lib/calls/api.ts'
import { loadScript } from '../load-script.ts'

interface Cello {
  cmd: { push: (command: (cello: { boot(options: object): Promise<void> }) => void) => void }
}

/** The referral programme's component, for who is signed in. It never breaks a page: what fails is left out. */
export async function startReferral(script: string, language: string): Promise<void> {
  const { productId, token } = await call(getReferralToken, {}, { background: true })
  const page = globalThis as { cello?: Cello }
  page.cello ??= { cmd: [] as unknown as Cello['cmd'] }
  page.cello.cmd.push((cello) => void cello.boot({ productId, token, language }))
  await loadScript(script)
}
